import { Button, SegmentedControl, TextInput } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import classes from './activity.module.css';
import { type ActivitySearchParams, type Interval, intervals, parseDay } from './activity-search-params.ts';
import { useUpdateActivitySearch } from './use-update-activity-search.ts';

/** Another time range starts at the first page again. */
const pageResets = { page: undefined, surveys: undefined } as const;

/**
 * Filter for the time range. Presets take effect at once, a custom range when it is applied (spec 2 §4).
 * keys: activity.range.*
 */
export function TimeRangeFilter({ search, text }: { search: ActivitySearchParams; text: string | null }) {
  const { t } = useTranslation();
  const updateSearch = useUpdateActivitySearch();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const interval = search.interval ?? 'all';
  function chooseInterval(value: Interval) {
    setDialogOpen(value === 'custom');
    if (value === 'custom') return;
    updateSearch({
      ...pageResets,
      interval: value === 'all' ? undefined : value,
      created_after: undefined,
      created_before: undefined,
    });
  }
  return (
    <div className={classes['range']}>
      <div className={classes['rangeLine']}>
        <SegmentedControl
          size="md"
          className={classes['intervals'] ?? ''}
          classNames={{ label: classes['interval'] ?? '' }}
          aria-label={t('activity.range.label')}
          value={isDialogOpen ? 'custom' : interval}
          onChange={(value) => chooseInterval(intervals.find((interval) => interval === value) ?? 'all')}
          data={intervals.map((value) => ({ value, label: t(`activity.range.${value}`) }))}
        />
        {!isDialogOpen && text && (
          <span className={classes['rangeText']}>
            {text}
            {interval === 'custom' && (
              <Button
                size="compact-sm"
                variant="subtle"
                className={classes['tool'] ?? ''}
                leftSection={<Icon icon={IconCalendar} size={18} />}
                onClick={() => setDialogOpen(true)}
              >
                {t('activity.range.change')}
              </Button>
            )}
          </span>
        )}
      </div>
      {isDialogOpen && (
        <CustomRange
          search={search}
          onApply={(days) => {
            setDialogOpen(false);
            updateSearch({ ...pageResets, interval: 'custom', ...days });
          }}
          onCancel={() => setDialogOpen(false)}
        />
      )}
    </div>
  );
}

interface CustomRangeProps {
  search: ActivitySearchParams;
  onApply: (days: Pick<ActivitySearchParams, 'created_after' | 'created_before'>) => void;
  onCancel: () => void;
}

function CustomRange({ search, onApply, onCancel }: CustomRangeProps) {
  const { t } = useTranslation();
  const [after, setAfter] = useState(search.created_after ?? '');
  const [before, setBefore] = useState(search.created_before ?? '');
  const [error, setError] = useState<'none' | 'order' | null>(null);
  function apply(event: FormEvent) {
    event.preventDefault();
    const days = { created_after: parseDay(after), created_before: parseDay(before) };
    if (!days.created_after && !days.created_before) return setError('none');
    if (days.created_after && days.created_before && days.created_after > days.created_before)
      return setError('order');
    return onApply(days);
  }
  const change = (set: (day: string) => void) => (event: { currentTarget: { value: string } }) => {
    set(event.currentTarget.value);
    setError(null);
  };
  return (
    <form className={classes['custom']} onSubmit={apply} noValidate>
      <TextInput
        size="md"
        type="date"
        label={t('activity.range.from')}
        value={after}
        onChange={change(setAfter)}
        error={error === 'none' ? t('activity.range.none') : undefined}
      />
      <TextInput
        size="md"
        type="date"
        label={t('activity.range.to')}
        value={before}
        onChange={change(setBefore)}
        error={error === 'order' ? t('activity.range.order') : undefined}
      />
      <div className={classes['customButtons']}>
        <Button type="submit" size="md">
          {t('activity.range.apply')}
        </Button>
        <Button variant="default" size="md" onClick={onCancel}>
          {t('activity.range.cancel')}
        </Button>
      </div>
    </form>
  );
}
