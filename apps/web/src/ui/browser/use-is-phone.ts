import { useMediaQuery } from '@mantine/hooks';
import { phoneQuery } from './phone-query.ts';

/** Whether the viewport has the width of a phone. */
export const useIsPhone = (): boolean =>
  useMediaQuery(phoneQuery, undefined, { getInitialValueInEffect: false });
