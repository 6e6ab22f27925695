import type { ImportPreview } from '@waypost/contract/imports/imports';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../ui/form/form-section.tsx';
import classes from './data-import.module.css';
import { FieldColumns } from './field-columns.tsx';
import {
  type ColumnsByTarget,
  findColumnOfField,
  type MappingField,
  type MappingFieldGroup,
} from './mapping-fields.ts';

interface Props {
  groups: readonly MappingFieldGroup[];
  columns: ImportPreview['columns'];
  columnsByTarget: ColumnsByTarget;
  preview: ImportPreview;
  onSelectColumns: (target: string, columns: readonly number[]) => void;
}

/** All fields of the survey, with the column each is filled from. */
export function FieldsSection({ groups, columns, columnsByTarget, preview, onSelectColumns }: Props) {
  const { t } = useTranslation();
  return groups.map(({ task, rows }) => (
    <FormSection
      key={task?.id ?? 'more'}
      title={
        task === null
          ? t('dataImport.map.more')
          : task.type === 'post'
            ? t('dataImport.map.fields')
            : task.label
      }
      {...(task?.type === 'post' ? { lead: formatLead(rows, t) } : {})}
    >
      <div className={classes['fields']}>
        {rows.map((row) => (
          <FieldColumns
            key={row.target}
            field={row}
            columns={columns}
            selected={columnsByTarget[row.target] ?? []}
            onChange={(selected) => onSelectColumns(row.target, selected)}
            description={<CellExample preview={preview} target={row.target} />}
          />
        ))}
      </div>
    </FormSection>
  ));
}

const formatLead = (rows: readonly MappingField[], t: TFunction): string =>
  [
    t('dataImport.map.fieldsLead'),
    rows.some(({ coordinate }) => coordinate) && t('dataImport.map.placeInOneColumn'),
  ]
    .filter(Boolean)
    .join(' ');

/** The first non-empty cell and how it is read. */
function CellExample({ preview, target }: { preview: ImportPreview; target: string }) {
  const { t } = useTranslation();
  const at = findColumnOfField(preview.maps_to, target);
  const read = at < 0 ? null : preview.rows.map((row) => row.read[at]).find((value) => value !== null);
  if (!read) return null;
  const shortText = read.length > 60 ? `${read.slice(0, 60)}…` : read;
  return (
    <span className={classes['example']}>
      {t('dataImport.map.example')} <bdi>{shortText}</bdi>
    </span>
  );
}
