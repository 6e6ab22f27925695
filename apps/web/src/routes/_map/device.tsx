import { createFileRoute } from '@tanstack/react-router';
import { DevicePage } from '../../features/device/device-page.tsx';

/** What is on this device: reports that wait, areas that are kept. The map beside it shows the area that would be kept. */
export const Route = createFileRoute('/_map/device')({
  staticData: { layout: { desktop: 'panel', phoneSheetHeight: 'half' } },
  component: Screen,
});

function Screen() {
  const { at } = Route.useSearch();
  return <DevicePage at={at} />;
}
