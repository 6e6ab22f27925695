import type { Import } from '@waypost/contract/imports/imports';
import { useTranslation } from 'react-i18next';
import classes from './data-import.module.css';

/** File, sheet and survey of an import. */
export function ImportFacts({ importRecord, surveyName }: { importRecord: Import; surveyName: string }) {
  const { t } = useTranslation();
  const { source } = importRecord;
  return (
    <dl className={classes['facts']}>
      <dt>{t('dataImport.map.file')}</dt>
      <dd>
        <bdi>{importRecord.name ?? importRecord.filename}</bdi>
      </dd>
      {source?.sheet != null && (
        <>
          <dt>{t('dataImport.map.sheet')}</dt>
          <dd>
            <bdi>{source.sheet}</bdi>
            {source.other_sheets > 0 && (
              <small>{t('dataImport.map.otherSheets', { count: source.other_sheets })}</small>
            )}
          </dd>
        </>
      )}
      <dt>{t('dataImport.map.survey')}</dt>
      <dd>
        <bdi>{surveyName}</bdi>
      </dd>
    </dl>
  );
}
