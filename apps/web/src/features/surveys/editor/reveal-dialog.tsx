/** Asks before a change of a survey shows more of reports that were already sent. */
import './reveal-labels.ts';
import { Stack, Text } from '@mantine/core';
import { computePlaceRadius } from '@waypost/survey-logic/location-precision';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { formatLength } from '../../../ui/i18n/format-length.ts';
import type { PlaceSettings, RevealedFact } from '../draft/revealed-facts.ts';
import classes from './survey-editor.module.css';

interface Props {
  facts: readonly RevealedFact[];
  /** Number of reports of the survey. */
  reports: number;
  /** The survey as it is saved, and as it would be saved. */
  before: PlaceSettings;
  after: PlaceSettings;
  /** Whether senders were promised a delay, which a change leaves as it is. */
  hasDelay: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

const placeKinds: ReadonlySet<RevealedFact['kind']> = new Set([
  'place',
  'approximatePlace',
  'closerPlace',
  'otherPlace',
]);

/** Describes a change of what is shown of places: from what, to what. keys: survey.places.*.label */
function usePlaceChange({ before, after }: Pick<Props, 'before' | 'after'>) {
  const { t, i18n } = useTranslation();
  const { location_precision } = useConfig().map;
  const describeMask = ({ hide_location, place_mask, ...it }: PlaceSettings) => {
    if (!hide_location) return t('reveal.exact');
    const place = t(`survey.places.${place_mask}.label`);
    if (place_mask === 'hidden') return place;
    const [place_max_distance, place_grid_km] = [Number(it.place_max_distance), Number(it.place_grid_km)];
    const radius = computePlaceRadius({ place_mask, place_max_distance, place_grid_km }, location_precision);
    return t('reveal.within', { place, distance: formatLength(radius, i18n.language) });
  };
  return (kind: RevealedFact['kind']): string | null => {
    if (kind === 'rarePlace') {
      const people = { before: String(before.place_min_reports), after: String(after.place_min_reports) };
      return `${t('survey.places.place_min_reports')}: ${t('reveal.change', people)}`;
    }
    return placeKinds.has(kind)
      ? t('reveal.change', { before: describeMask(before), after: describeMask(after) })
      : null;
  };
}

/** keys: reveal.fact.* */
export default function RevealDialog({ facts, reports, before, after, hasDelay, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  const describeChange = usePlaceChange({ before, after });
  const lines = facts.map((fact) => ({
    text:
      fact.kind === 'answers'
        ? t('reveal.fact.answers', { label: fact.label })
        : t(`reveal.fact.${fact.kind}`),
    change: describeChange(fact.kind),
  }));
  return (
    <ConfirmDialog
      title={t('reveal.title', { count: reports })}
      confirmLabel={t('reveal.action')}
      onConfirm={async () => onConfirm()}
      formatErrors={() => []}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text role="alert">{t('reveal.text')}</Text>
        <div>
          <Text id="revealed-facts">{t('reveal.list')}</Text>
          <ul aria-labelledby="revealed-facts" className={classes['revealed']}>
            {lines.map(({ text, change }) => (
              <li key={text} dir="auto">
                {text}
                {change !== null && <Text size="sm">{change}</Text>}
              </li>
            ))}
          </ul>
        </div>
        <Text size="sm" c="dimmed">
          {t('reveal.copied')}
          {hasDelay && ` ${t('reveal.delay')}`}
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}
