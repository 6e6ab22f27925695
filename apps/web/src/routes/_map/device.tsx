import { createFileRoute } from '@tanstack/react-router';
import { DevicePage } from '../../features/device/device-page.tsx';

/** Reports and map areas stored on this device. The map beside it shows the area to download. */
export const Route = createFileRoute('/_map/device')({
  staticData: { layout: { desktop: 'panel', phoneSheetHeight: 'half' } },
  component: Screen,
});

function Screen() {
  const { at } = Route.useSearch();
  return <DevicePage at={at} />;
}
