import './gallery.css';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.tsx';

const router = createRouter({
  routeTree: createRootRoute({ component: Gallery, staticData: { title: 'Gallery' } as never }),
  history: createMemoryHistory(),
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router as never} />
    </StrictMode>,
  );
}
