import { lazyRouteComponent } from '@tanstack/react-router';
import FlaskConical from 'lucide-react/icons/flask-conical';
import type { AreaEntries } from '#web/area.ts';
import { screen } from '#web/screen/screens.ts';

const entries: AreaEntries = {
  pages: [{ label: 'Samples', to: '/samples', icon: FlaskConical }],
};

export const sampleArea = {
  screens: [
    screen(
      '/samples',
      'Samples',
      lazyRouteComponent(() => import('./samples-screen.tsx'), 'SamplesScreen'),
    ),
    screen(
      '/settings/samples',
      { title: 'Sample settings', settingsTab: 'Samples' },
      lazyRouteComponent(() => import('./sample-settings.tsx'), 'SampleSettings'),
    ),
  ],
  entries,
};
