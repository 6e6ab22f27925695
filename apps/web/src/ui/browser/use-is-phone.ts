import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is a phone's; the same width as in the style sheets. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false });
