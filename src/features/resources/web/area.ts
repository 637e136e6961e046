import { lazyRouteComponent } from '@tanstack/react-router';
import BookOpen from 'lucide-react/icons/book-open';
import Upload from 'lucide-react/icons/upload';
import type { AreaEntries } from '#web/area.ts';
import { screen } from '#web/screen/screens.ts';
import type { documentCalls } from '../documents/document-contract.ts';
import type { DocumentsSearch } from './documents/search.ts';
import { parseResourcesSearch } from './search.ts';

/** The part of the call that Home needs; the whole contract is no part of its first load. */
const addCall: Pick<typeof documentCalls.create, 'policy'> = { policy: 'treasurer' };

const entries: AreaEntries = {
  pages: [
    {
      label: 'Resources',
      to: '/resources',
      icon: BookOpen,
    },
  ],
  quickAction: {
    label: 'Upload Resource',
    icon: Upload,
    call: addCall,
    link: () => ({ to: '/resources/documents', search: { dialog: 'upload' } }),
  },
};

export const resourceArea = {
  screens: [
    screen(
      '/resources',
      'Resources',
      lazyRouteComponent(() => import('./resources-screen.tsx'), 'ResourcesScreen'),
      parseResourcesSearch,
    ),
    screen(
      '/resources/documents',
      'Documents',
      lazyRouteComponent(() => import('./documents/document-library.tsx'), 'DocumentLibrary'),
      // Checked by the screen, because the first page loads this file and no schemas for it.
      (raw) => raw as DocumentsSearch,
    ),
  ],
  entries,
};
