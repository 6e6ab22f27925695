/** The shift view: numbers of the review for whoever coordinates it. */
import './shift-labels.ts';
import { Button } from '@mantine/core';
import { IconDeviceTv, IconDownload } from '@tabler/icons-react';
import { byteOrderMark, formatCsvLine } from '@waypost/contract/common/csv-cells';
import type { ReviewShift } from '@waypost/contract/review/shift';
import { useTranslation } from 'react-i18next';
import { saveBlobAsFile } from '../../api/download.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import { formatMedian } from './format-waiting-time.ts';
import classes from './shift.module.css';
import { ShiftClaims } from './shift-claims.tsx';
import { ShiftFigures, ShiftGroups } from './shift-numbers.tsx';
import { useShift } from './use-shift.ts';
import { useShiftGroups } from './use-shift-groups.ts';

/** The page, with its error and loading states. */
export function ShiftPage() {
  useLoadedTranslations();
  const { t } = useTranslation();
  const { data, error, refetch } = useShift();
  return (
    <div className={classes['page']}>
      <PageHeader
        crumbs={[{ to: '/review', label: t('nav.review') }]}
        title={t('shift.title')}
        lead={t('shift.lead')}
        actions={
          <>
            <ButtonLink
              to="/review/shift/wall"
              variant="default"
              leftSection={<Icon icon={IconDeviceTv} size={18} />}
            >
              {t('shift.wall')}
            </ButtonLink>
            {data && <CsvButton shift={data} />}
          </>
        }
      />
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={5} height={64} />}
      {data && (
        <>
          <ShiftFigures shift={data} />
          <ShiftClaims claims={data.claims} />
          <ShiftGroups shift={data} />
        </>
      )}
    </div>
  );
}

/** Saves the numbers on screen. */
function CsvButton({ shift }: { shift: ReviewShift }) {
  const { t, i18n } = useTranslation();
  const listGroups = useShiftGroups();
  const save = () => {
    const lines = [
      [t('shift.csvGroup'), t('shift.csvName'), t('shift.csvValue')],
      [t('shift.waiting'), '', String(shift.total)],
      [t('shift.held'), '', String(shift.held)],
      [t('shift.median'), '', formatMedian(shift, i18n.language)],
      [t('shift.decided'), '', String(shift.decisions_total)],
      ...listGroups(shift).flatMap(({ title, rows }) =>
        rows.map(({ name, count }) => [title, name, String(count)]),
      ),
    ];
    const text = byteOrderMark + lines.map((cells) => formatCsvLine(cells)).join('');
    const name = `shift-${shift.counted.slice(0, 16).replace(/\D/g, '')}.csv`;
    saveBlobAsFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);
  };
  return (
    <Button variant="default" leftSection={<Icon icon={IconDownload} size={18} />} onClick={save}>
      {t('shift.csv')}
    </Button>
  );
}
