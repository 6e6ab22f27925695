/** How long making a map takes and how large it becomes, said before it is added. */
import { estimateBuild, isExtractName } from '@waypost/contract/map-archives/archive-limits';
import { useTranslation } from 'react-i18next';
import rows from '../../ui/display/row-list.module.css';
import { formatUnit } from '../../ui/i18n/format-unit.ts';
import { formatBytes } from '../survey-form/photos/format-bytes.ts';

/** `30 sec` for the smallest ones too, since the server may have to begin with something else, or `4 min`. */
const formatBuildTime = (seconds: number, language: string): string =>
  seconds <= 30
    ? formatUnit(30, 'second', language)
    : formatUnit(Math.ceil(seconds / 60), 'minute', language);

/** For an extract; other files are shown as they are. @param size bytes */
export function BuildEstimate({ name, size }: { name: string; size: number }) {
  const { t, i18n } = useTranslation();
  if (!isExtractName(name)) return null;
  const { seconds, bytes } = estimateBuild(size);
  const time = formatBuildTime(seconds, i18n.language);
  return (
    <span className={rows['detail']} data-figures>
      {t('maps.add.estimate', { time, size: formatBytes(bytes) })}
    </span>
  );
}
