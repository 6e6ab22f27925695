import { createFileRoute } from '@tanstack/react-router';
import { ChooseReport } from '../features/posts/choose-report.tsx';

export const Route = createFileRoute('/_map/posts/create/')({
  staticData: { layout: { desk: 'panel', phone: 'full' } },
  component: ChooseReport,
});
