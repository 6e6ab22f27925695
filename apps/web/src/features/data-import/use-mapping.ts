/** State of the mapping of columns, which is guessed again when the file is read in another way. */
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { ColumnOption, ColumnOptions, CsvOptions } from '@waypost/contract/imports/csv-options';
import type { Import, ImportPreview } from '@waypost/contract/imports/imports';
import { useMemo, useState } from 'react';
import type { ImportSurvey } from './import-survey.ts';
import {
  buildMappingFieldGroups,
  type ColumnsByTarget,
  findMappingErrors,
  formatMapsTo,
  type MappingField,
  parseMapsTo,
  setColumns,
  withoutGuesses,
} from './mapping-fields.ts';
import { useMappingLabels } from './use-mapping-labels.ts';

type StatusSource = 'fixed' | 'column';

/** The columns of the fields. A guess gives way when its column is chosen for another field. */
function useColumns(initialPreview: ImportPreview, rows: readonly MappingField[]) {
  const guess = () => parseMapsTo(initialPreview.maps_to, rows);
  const [columnsByTarget, setColumnsByTarget] = useState<ColumnsByTarget>(guess);
  const [chosenTargets, setChosenTargets] = useState<readonly string[]>([]);
  const [guessedFrom, setGuessedFrom] = useState(initialPreview);
  // Other columns have other guesses.
  const isOutdated = guessedFrom !== initialPreview;
  if (isOutdated) {
    setGuessedFrom(initialPreview);
    setColumnsByTarget(guess());
    setChosenTargets([]);
  }
  const select = (target: string, columns: readonly number[]) => {
    setChosenTargets([...chosenTargets, target]);
    setColumnsByTarget(
      setColumns(withoutGuesses(columnsByTarget, { target, columns, chosenTargets }), target, columns),
    );
  };
  return { columnsByTarget: isOutdated ? guess() : columnsByTarget, select };
}

/** Options of cells: the server guesses those that nobody has chosen for the mapping of the moment. */
export type CellOption = Exclude<ColumnOption, 'timezone'> | 'columns';

function withoutCellOptions(options: CsvOptions): Omit<CsvOptions, CellOption> {
  const { date_order: _, decimal: _d, separator: _s, coordinate_order: _o, columns: _c, ...others } = options;
  return others;
}

/**
 * The options that were chosen, and those of the file.
 * @param storedOptions those of a mapping that was stored before
 */
function useOptions(initialPreview: ImportPreview, storedOptions: CsvOptions | null) {
  const [chosen, setChosen] = useState<Partial<CsvOptions>>(storedOptions ?? {});
  const [columns, setColumnsOfChoice] = useState(initialPreview);
  // A column with ids, and those with options of their own, are among the columns that were there.
  const { id_column: _, columns: _c, ...others } = chosen;
  const valid: Partial<CsvOptions> = columns === initialPreview ? chosen : others;
  const change = (changed: Partial<CsvOptions>) => {
    setColumnsOfChoice(initialPreview);
    setChosen({ ...valid, ...changed });
  };
  const changeOfColumns = (at: readonly number[], changed: ColumnOptions) => {
    const entries = at.map((column) => [String(column), { ...valid.columns?.[column], ...changed }] as const);
    change({ columns: { ...valid.columns, ...Object.fromEntries(entries) } });
  };
  return { options: { ...withoutCellOptions(initialPreview.options), ...valid }, change, changeOfColumns };
}

/** The mapping, the options and the status of the posts, as the API takes them, with what changes them. */
export function useMapping(
  importRecord: Import,
  importSurvey: ImportSurvey,
  { initialPreview, storedOptions }: { initialPreview: ImportPreview; storedOptions: CsvOptions | null },
) {
  const labels = useMappingLabels();
  const groups = useMemo(
    () => buildMappingFieldGroups(importSurvey.tasks, importSurvey.attributes, labels.properties),
    [importSurvey, labels.properties],
  );
  const rows = groups.flatMap((group) => group.rows);
  const { columnsByTarget, select } = useColumns(initialPreview, rows);
  const { options, change, changeOfColumns } = useOptions(initialPreview, storedOptions);
  const [chosenSource, setStatusFrom] = useState<StatusSource | null>(null);
  const [status, setStatus] = useState<PostStatus>(importRecord.fixed?.status ?? 'draft');
  const statusFrom = chosenSource ?? (columnsByTarget['status'] === undefined ? 'fixed' : 'column');
  const isFromColumn = statusFrom === 'column';
  const effectiveMapping = isFromColumn ? columnsByTarget : setColumns(columnsByTarget, 'status', []);
  const errors = findMappingErrors(effectiveMapping, rows, { fromColumn: isFromColumn });
  const fixed = { form: importSurvey.survey.id, ...(isFromColumn ? {} : { status }) };
  return {
    groups,
    rows,
    columnsByTarget,
    selectColumns: select,
    options,
    changeOptions: change,
    changeOptionsOfColumns: changeOfColumns,
    body: { maps_to: formatMapsTo(effectiveMapping, initialPreview.columns.length), fixed, options },
    errors: errors.map((error) => labels.formatError(error, rows, initialPreview.columns)),
    statusState: {
      statusFrom,
      setStatusFrom,
      status,
      setStatus,
      column: columnsByTarget['status']?.[0] ?? null,
      onSelectColumn: (column: number | null) => select('status', column === null ? [] : [column]),
    },
  };
}
