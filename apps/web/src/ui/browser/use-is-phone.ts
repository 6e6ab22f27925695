import { useMediaQuery } from '@mantine/hooks';

/** Whether the viewport has the width of a phone; the same breakpoint as in the style sheets. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false });
