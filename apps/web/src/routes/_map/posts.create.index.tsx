import { createFileRoute } from '@tanstack/react-router';
import { ChooseReport } from '../../features/posts/create/choose-report.tsx';

export const Route = createFileRoute('/_map/posts/create/')({
  staticData: { layout: { desktop: 'panel', phoneSheetHeight: 'full' } },
  component: ChooseReport,
});
