/** An import that somebody may do something with, and everything that its rows are read by. */
import type { CsvOptions, ImportFixed } from '@waypost/contract/imports';
import type { Privilege } from '@waypost/contract/privileges';
import type { Fault } from '@waypost/contract/problems';
import { type MappingFault, readMapping, type Target } from '@waypost/survey-logic/csv-target';
import type { Tx } from '../kernel/db.ts';
import { fault, notFound } from '../kernel/problem.ts';
import { refused, requireVisible } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { managesPosts } from '../posts/posts.public.ts';
import { readFeatures } from '../settings/settings.public.ts';
import {
  type AttributeRow,
  readSurvey,
  readSurveyFields,
  type SurveyFields,
  type SurveyRow,
  shownFields,
} from '../surveys/surveys.public.ts';
import { importPrivileges } from './imports.rules.ts';
import { findImport, type ImportRow, lockImport } from './imports.sql.ts';
import { usualOptions } from './imports.view.ts';

/** @throws 403 where the plan has no imports (wire 6.1) */
export async function requireImports(tx: Tx, viewer: Viewer): Promise<void> {
  if (!(await readFeatures(tx))['data-import'].enabled) throw refused(viewer, 'create', 'csv');
}

/**
 * @param privilege to change it takes it from others until the end of the transaction
 * @throws Problem 403 where there are no imports; 404 when there is none that the viewer may read
 */
export async function importFor(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: Extract<Privilege, 'read' | 'update' | 'delete'>,
): Promise<ImportRow> {
  await requireImports(tx, viewer);
  const row = await findImport(tx, id);
  if (!row) throw notFound('csv', id);
  requireVisible(viewer, importPrivileges(viewer, row), privilege, 'csv', id);
  if (privilege === 'read') return row;
  // Locked only now: to wait for an import that runs would tell others that it is there.
  const locked = await lockImport(tx, id);
  if (!locked) throw notFound('csv', id);
  return locked;
}

export const optionsOf = (row: Pick<ImportRow, 'options'>): CsvOptions => ({
  ...usualOptions,
  ...row.options,
});

/** The survey that rows go into, as the viewer sees it. */
export interface Aim {
  survey: SurveyRow;
  fields: SurveyFields;
  /** Those that the viewer sees, in order. */
  attributes: AttributeRow[];
}

/** @throws Faults at `/fixed` when no survey is named or it does not exist */
export async function aimOf(tx: Tx, viewer: Viewer, fixed: ImportFixed | null): Promise<Aim> {
  const id = fixed?.form ?? null;
  if (id === null) throw fault('csv', 'fixed', 'required');
  const survey = await readSurvey(tx, id);
  if (!survey) throw fault('csv', 'fixed', 'exists', { value: id });
  const fields = await readSurveyFields(tx, id);
  return { survey, fields, attributes: shownFields(fields, managesPosts(viewer)).attributes };
}

const faultOf = (it: MappingFault): Fault => ({
  field: 'maps_to',
  rule: it.rule,
  ...('fields' in it ? { params: { fields: it.fields.join(', ') } } : {}),
  ...('value' in it ? { params: { value: it.value } } : {}),
});

/** The mapping, understood; faults are at `/maps_to`. */
export function mappingOf(
  { attributes }: Pick<Aim, 'attributes'>,
  mapsTo: readonly (string | null)[] | null,
  fixed: ImportFixed | null,
): { targets: Target<AttributeRow>[]; faults: Fault[] } {
  const { targets, faults } = readMapping(mapsTo ?? [], attributes, fixed?.status !== undefined);
  return { targets, faults: faults.map(faultOf) };
}
