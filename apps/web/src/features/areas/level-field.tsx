import { NativeSelect } from '@mantine/core';
import { areaLimits } from '@waypost/contract/areas/area-limits';
import { useTranslation } from 'react-i18next';

const levels = Array.from({ length: areaLimits.level.max }, (_, index) => String(index + 1));

/** The choice of the level of a set. */
export function LevelField({ field }: { field: object }) {
  const { t } = useTranslation();
  return <NativeSelect size="md" description={t('areas.levelHint')} data={levels} {...field} />;
}
