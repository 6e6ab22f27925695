import type { TablerIcon } from '@tabler/icons-react';

/** An outline icon in the house's stroke. It decorates: the word or the name beside it is what is read aloud. */
export function Icon({ icon: Drawing, size = 20 }: { icon: TablerIcon; size?: number }) {
  return <Drawing size={size} stroke={1.75} aria-hidden="true" focusable="false" />;
}
