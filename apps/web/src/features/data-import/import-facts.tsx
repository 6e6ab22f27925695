import type { Import, ImportSourceType } from '@waypost/contract/imports/imports';
import { useTranslation } from 'react-i18next';
import classes from './data-import.module.css';

/** Names of kinds of files, which are the same in all languages. */
const kindNames: Readonly<Record<ImportSourceType, string>> = {
  xlsx: 'Excel',
  ods: 'OpenDocument',
  geojson: 'GeoJSON',
  esri: 'Esri JSON',
  kml: 'KML',
  gpx: 'GPX',
  shapefile: 'Shapefile',
};

/** File and survey of an import. */
export function ImportFacts({ importRecord, surveyName }: { importRecord: Import; surveyName: string }) {
  const { t } = useTranslation();
  return (
    <dl className={classes['facts']}>
      <dt>{t('dataImport.map.file')}</dt>
      <dd>
        <bdi>{importRecord.name ?? importRecord.filename}</bdi>{' '}
        <bdi className={classes['detail']}>
          {importRecord.source ? kindNames[importRecord.source.type] : 'CSV'}
        </bdi>
      </dd>
      <dt>{t('dataImport.map.survey')}</dt>
      <dd>
        <bdi>{surveyName}</bdi>
      </dd>
    </dl>
  );
}
