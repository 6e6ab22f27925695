import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { type Import, readImport, startImport } from '@waypost/contract/imports/imports';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../api/notify-error.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { buildResourceKey } from '../../../api/query-keys.ts';
import { useCall } from '../../../api/use-call.ts';
import { QueryBoundary } from '../../../blocks/settings/query-boundary.tsx';
import { SettingsPage } from '../../../blocks/settings/settings-page.tsx';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';
import classes from '../data-import.module.css';
import { getImportCounts } from '../import-counts.ts';
import { forgetImport, watchImport } from '../watched-imports.ts';
import { RejectedRows } from './rejected-rows.tsx';
import { RowsWithWarnings } from './rows-with-warnings.tsx';
import { UndoImport } from './undo-import.tsx';

/** Milliseconds between two polls while the page is open. */
const pollIntervalMs = 2000;

const isInProgress = (importRecord: Import | undefined) =>
  importRecord?.status === 'PENDING' || importRecord?.status === 'UNDOING';

/** Progress and result of an import, with a button to undo it (spec 3 §2, "CSV import"). keys: dataImport.failure.* */
export function AfterImportPage() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { import: id } = useSearch({ from: '/settings/data-after-import' });
  const query = useQuery({
    ...buildEndpointQuery(readImport, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (isInProgress(state.data) ? pollIntervalMs : false),
  });
  const { data } = query;
  const status = data?.status;
  useEffect(() => {
    if (id === undefined || status === undefined || status === 'PENDING' || status === 'UNDOING') return;
    forgetImport(id);
    for (const resource of ['posts', 'collections'])
      void cache.invalidateQueries({ queryKey: buildResourceKey(resource) });
  }, [id, status, cache]);
  if (id === undefined || (data && status === null))
    return <Navigate to="/settings/data-import" search={id === undefined ? {} : { import: id }} replace />;
  const notFound = { title: t('dataImport.missing.title'), text: t('dataImport.missing.text') };
  return (
    <SettingsPage title={t('dataImport.after.title')}>
      <QueryBoundary query={query} notFound={notFound}>
        {(importRecord) => <ImportState importRecord={importRecord} />}
      </QueryBoundary>
    </SettingsPage>
  );
}

function ImportState({ importRecord }: { importRecord: Import }) {
  switch (importRecord.status) {
    case 'SUCCESS':
      return <ImportComplete importRecord={importRecord} />;
    case 'FAILED':
      return <ImportFailed importRecord={importRecord} />;
    case 'UNDONE':
      return <ImportUndone importRecord={importRecord} />;
    default:
      return <ImportInProgress importRecord={importRecord} />;
  }
}

const AnotherImportLink = ({ isMain = false }: { isMain?: boolean }) => {
  const { t } = useTranslation();
  return (
    <ButtonLink to="/settings/data-import" size="md" {...(isMain ? {} : { variant: 'default' })}>
      {t('dataImport.another')}
    </ButtonLink>
  );
};

/** Progress shown when the server does not report it, as given in the spec. */
const unknownProgress = 0.6;

function ImportInProgress({ importRecord }: { importRecord: Import }) {
  const { t } = useTranslation();
  const { processed, failed } = getImportCounts(importRecord);
  const name = importRecord.name ?? importRecord.filename;
  const isUndoing = importRecord.status === 'UNDOING';
  return (
    <section className={classes['section']}>
      <h2 className={classes['title']}>
        {t(isUndoing ? 'dataImport.after.undoing' : 'dataImport.after.nearly')}
      </h2>
      <p className={classes['text']}>
        {t(isUndoing ? 'dataImport.after.undoingText' : 'dataImport.after.nearlyText', { name })}
      </p>
      {!isUndoing && (
        <progress
          className={classes['progress']}
          max={1}
          value={importRecord.progress ?? unknownProgress}
          aria-label={t('dataImport.after.progress', { name })}
        />
      )}
      <output className={classes['detail']}>
        {isUndoing
          ? t('dataImport.after.left', { count: importRecord.posts ?? 0 })
          : t('dataImport.after.soFar', { count: processed, failed })}
      </output>
      <div className={classes['actions']}>
        <AnotherImportLink />
      </div>
      {!isUndoing && <UndoImport importRecord={importRecord} />}
    </section>
  );
}

function ImportComplete({ importRecord }: { importRecord: Import }) {
  const { t } = useTranslation();
  const { posts, failed, skipped } = getImportCounts(importRecord);
  const { pictures = 0, warnings = 0 } = importRecord;
  return (
    <>
      <section className={classes['section']}>
        <h2 className={classes['title']}>
          {t('dataImport.after.complete', { name: importRecord.name ?? importRecord.filename })}
        </h2>
        <dl className={classes['counts']}>
          <RowCount label={t('dataImport.after.imported')} count={posts} />
          <RowCount
            label={t('dataImport.after.rejected')}
            count={failed}
            tone={failed > 0 ? 'bad' : undefined}
          />
          {skipped > 0 && <RowCount label={t('dataImport.after.skipped')} count={skipped} />}
          {pictures + warnings > 0 && <RowCount label={t('dataImport.after.pictures')} count={pictures} />}
          {warnings > 0 && (
            <RowCount label={t('dataImport.after.withoutPicture')} count={warnings} tone="bad" />
          )}
        </dl>
        <div className={classes['actions']}>
          {importRecord.collection_id !== null && (
            <ButtonLink
              to="/collections/$collectionId"
              params={{ collectionId: String(importRecord.collection_id) }}
              size="md"
            >
              {t('dataImport.see')}
            </ButtonLink>
          )}
          <AnotherImportLink />
        </div>
      </section>
      {failed > 0 && <RejectedRows importRecord={importRecord} />}
      {warnings > 0 && <RowsWithWarnings importRecord={importRecord} />}
      <UndoImport importRecord={importRecord} />
    </>
  );
}

function RowCount({ label, count, tone }: { label: string; count: number; tone?: 'bad' | undefined }) {
  const { i18n } = useTranslation();
  return (
    <div data-tone={tone}>
      <dt>{label}</dt>
      <dd>{new Intl.NumberFormat(resolveFormatLocale(i18n.language)).format(count)}</dd>
    </div>
  );
}

function ImportFailed({ importRecord }: { importRecord: Import }) {
  const { t } = useTranslation();
  const { posts } = getImportCounts(importRecord);
  const retry = useCall(startImport, {
    onSuccess: () => watchImport(importRecord.id),
    onError: notifyError,
  });
  return (
    <>
      <section className={classes['section']} role="alert">
        <h2 className={classes['title']}>
          {t('dataImport.after.failed', { name: importRecord.name ?? importRecord.filename })}
        </h2>
        <p className={classes['text']}>
          {t(`dataImport.failure.${importRecord.failure ?? 'server'}`)}{' '}
          {t('dataImport.after.failedText', { count: posts })}
        </p>
        <div className={classes['actions']}>
          {importRecord.has_file && (
            <Button
              size="md"
              loading={retry.isPending}
              onClick={() => retry.mutate({ params: { id: importRecord.id } })}
            >
              {t('dataImport.after.goOn')}
            </Button>
          )}
          <AnotherImportLink />
        </div>
      </section>
      {(importRecord.posts ?? 0) > 0 && <UndoImport importRecord={importRecord} />}
    </>
  );
}

function ImportUndone({ importRecord }: { importRecord: Import }) {
  const { t } = useTranslation();
  return (
    <section className={classes['section']}>
      <h2 className={classes['title']}>
        {t('dataImport.after.undone', { name: importRecord.name ?? importRecord.filename })}
      </h2>
      <p className={classes['text']}>
        {t('dataImport.after.undoneText', { count: importRecord.posts ?? 0 })}
      </p>
      <div className={classes['actions']}>
        {importRecord.has_file && (
          <ButtonLink to="/settings/data-import" search={{ import: importRecord.id }} size="md">
            {t('dataImport.after.mapAgain')}
          </ButtonLink>
        )}
        <AnotherImportLink isMain={!importRecord.has_file} />
      </div>
    </section>
  );
}
