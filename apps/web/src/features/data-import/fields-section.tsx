import type { ColumnOptions, CsvOptions } from '@waypost/contract/imports/csv-options';
import type { ImportPreview } from '@waypost/contract/imports/imports';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../ui/form/form-section.tsx';
import { ColumnDescription, ColumnOptionFields } from './column-reading.tsx';
import classes from './data-import.module.css';
import { FieldColumns } from './field-columns.tsx';
import {
  type ColumnsByTarget,
  findColumnOfField,
  listColumns,
  type MappingField,
  type MappingFieldGroup,
} from './mapping-fields.ts';
import { useMappingFieldLabel } from './use-mapping-labels.ts';

interface Props {
  groups: readonly MappingFieldGroup[];
  columns: ImportPreview['columns'];
  columnsByTarget: ColumnsByTarget;
  preview: ImportPreview;
  onSelectColumns: (target: string, columns: readonly number[]) => void;
  /** The options that were chosen for single columns. */
  chosenOptions: CsvOptions['columns'];
  onOptionsChange: (columns: readonly number[], change: ColumnOptions) => void;
}

/** All fields of the survey, with the column each is filled from. */
export function FieldsSection(props: Props) {
  const { groups, columns, columnsByTarget, preview, onSelectColumns, chosenOptions, onOptionsChange } =
    props;
  const { t } = useTranslation();
  const fieldLabel = useMappingFieldLabel();
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
        {rows.map((row) => {
          const at = findColumnOfField(preview.maps_to, row.target);
          // What is said of a column with both coordinates is said once.
          const isSaidBefore = row.coordinate === 'lon' && preview.maps_to[at] !== row.target;
          const column = isSaidBefore ? undefined : preview.columns[at];
          return (
            <FieldColumns
              key={row.target}
              field={row}
              columns={columns}
              selected={columnsByTarget[row.target] ?? []}
              onChange={(selected) => onSelectColumns(row.target, selected)}
              description={column && <ColumnDescription column={column} />}
            >
              {column && (
                <ColumnOptionFields
                  label={row.coordinate ? row.label : fieldLabel(row)}
                  column={column}
                  chosen={chosenOptions[at] ?? {}}
                  guessed={[preview.options.columns[at], preview.options]}
                  onChange={(change) =>
                    onOptionsChange(listColumns(preview.maps_to, preview.maps_to[at] ?? ''), change)
                  }
                />
              )}
            </FieldColumns>
          );
        })}
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
