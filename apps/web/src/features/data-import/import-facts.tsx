import type { Import } from '@waypost/contract/imports/imports';
import { useTranslation } from 'react-i18next';
import classes from './data-import.module.css';

/** File and survey of an import. */
export function ImportFacts({ importRecord, surveyName }: { importRecord: Import; surveyName: string }) {
  const { t } = useTranslation();
  return (
    <dl className={classes['facts']}>
      <dt>{t('dataImport.map.file')}</dt>
      <dd>
        <bdi>{importRecord.name ?? importRecord.filename}</bdi>
      </dd>
      <dt>{t('dataImport.map.survey')}</dt>
      <dd>
        <bdi>{surveyName}</bdi>
      </dd>
    </dl>
  );
}
