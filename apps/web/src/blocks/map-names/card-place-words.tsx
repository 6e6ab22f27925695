import { IconMapPin } from '@tabler/icons-react';
import type { PlacePrecision } from '@waypost/contract/surveys/place-masking';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import { formatLength } from '../../ui/i18n/format-length.ts';
import type { LatLon } from '../map-canvas/map-types.ts';
import { formatPlaceWords } from './format-place-words.ts';
import classes from './place-words.module.css';
import { usePlaceWords } from './use-place-words.ts';

interface Props {
  at: LatLon;
  /** Undefined for an exact place. */
  precision: PlacePrecision | undefined;
  className: string | undefined;
}

/**
 * A place in one line: `Near Main Street 12, by the school · Testham`. One that is not exact is near a settlement, and its street is
 * not named: the real place is in another one.
 */
export default function CardPlaceWords({ at, precision, className }: Props) {
  const { t, i18n } = useTranslation();
  const { words: found, isPending } = usePlaceWords(`${at.lat},${at.lon}`);
  const words = found && formatPlaceWords(t, precision ? { ...found, street: null, point: null } : found);
  if (!words) return isPending ? <p className={className} /> : null;
  const details = [words.settlement, precision ? `± ${formatLength(precision.radius, i18n.language)}` : null];
  return (
    <p className={className}>
      <Icon icon={IconMapPin} size={14} />
      <span className={classes['cardText']}>
        <span dir="auto">{words.text}</span>
        {details
          .filter((detail) => detail !== null)
          .map((detail) => (
            <span key={detail}>
              {' · '}
              <bdi>{detail}</bdi>
            </span>
          ))}
      </span>
    </p>
  );
}
