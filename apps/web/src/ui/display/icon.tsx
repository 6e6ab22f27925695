import type { TablerIcon } from '@tabler/icons-react';

/** An outline icon in the stroke width of the design. Hidden from screen readers: its button or label has the name. */
export function Icon({ icon: IconComponent, size = 20 }: { icon: TablerIcon; size?: number }) {
  return <IconComponent size={size} stroke={1.75} aria-hidden="true" focusable="false" />;
}
