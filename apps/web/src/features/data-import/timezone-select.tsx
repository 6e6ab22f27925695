import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  label: ReactNode;
  description?: ReactNode;
  /** An IANA name, or the value of the first option. */
  value: string;
  onChange: (timezone: string) => void;
  /** An option before the zones. */
  firstOption?: { value: string; label: string };
}

/** Select for a time zone. */
export function TimezoneSelect({ label, description, value, onChange, firstOption }: Props) {
  const zones = [...new Set(['UTC', value, ...Intl.supportedValuesOf('timeZone')])];
  return (
    <NativeSelect
      size="md"
      label={label}
      inputWrapperOrder={['label', 'input', 'description']}
      description={description}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        ...(firstOption ? [firstOption] : []),
        ...zones.filter((zone) => zone !== firstOption?.value).map((zone) => ({ value: zone, label: zone })),
      ]}
    />
  );
}
