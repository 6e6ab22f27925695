/** Queries for the GeoJSON of layers. */
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';
import type { LayerRow, StoredSource } from './layers.sql.ts';

/** Checked GeoJSON, or a checked style. */
export interface LayerContent {
  content: Buffer;
  hash: string;
  /** Null for a style, like `bounds`. */
  features: number | null;
  /** West, south, east and north in degrees. */
  bounds: number[] | null;
  attribution?: string | null;
  /** Addresses of a style, encrypted. */
  addresses?: string;
}

type DataRow = Selectable<Tables['layer_data']>;

const factColumns = ['layer_id', 'hash', 'features', 'bounds', 'received', 'checked', 'failure'] as const;

/** What is known of the content of a layer; `size` in bytes. */
export type LayerDataFacts = Pick<DataRow, (typeof factColumns)[number]> & { size: number | null };

const contentSize = sql<number | null>`length(content)`.as('size');

/** What is known of the content of these layers. */
export async function findDataFacts(tx: Tx, ids: readonly number[]): Promise<Map<number, LayerDataFacts>> {
  const rows = await tx
    .selectFrom('layer_data')
    .select([...factColumns, contentSize])
    .where('layer_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.layer_id, row]));
}

/** A layer that the map shows. */
export type ShownLayer = Pick<
  LayerRow,
  'id' | 'name' | 'type' | 'visible_by_default' | 'options' | 'is_base_map' | 'created' | 'updated'
> & {
  [Field in 'hash' | 'features' | 'bounds' | 'min_zoom' | 'max_zoom' | 'attribution']: DataRow[Field] | null;
};

/** Types whose content this site keeps. */
const keptTypes = ['geojson', 'style'] as const;

const selectShown = (tx: Tx) =>
  tx
    .selectFrom('layers')
    .leftJoin('layer_data', 'layer_data.layer_id', 'layers.id')
    .where('layers.active', '=', true)
    .where((is) =>
      is.or([
        is.and([is('layers.type', 'in', keptTypes), is('layer_data.content', 'is not', null)]),
        is.and([is('layers.type', 'not in', keptTypes), is('layers.data_url', 'is not', null)]),
      ]),
    );

/** Active layers with content or with a service, from the lowest to the topmost. */
export const findShownLayers = (tx: Tx): Promise<ShownLayer[]> =>
  selectShown(tx)
    .select(['id', 'name', 'type', 'visible_by_default', 'options', 'is_base_map', 'created', 'updated'])
    .select(['hash', 'features', 'bounds', 'min_zoom', 'max_zoom', 'attribution'])
    .orderBy('position')
    .orderBy('id')
    .execute();

/** The service of an active layer; undefined if it has none. */
export const findTileSource = (tx: Tx, id: number): Promise<StoredSource | undefined> =>
  selectShown(tx)
    .select(['type', 'options', 'data_url'])
    .$narrowType<{ data_url: string }>()
    .where('layers.id', '=', id)
    .where('type', 'not in', keptTypes)
    .executeTakeFirst();

/** The addresses of an active style, encrypted; undefined if the layer is none. */
export const findStyleAddresses = async (tx: Tx, id: number): Promise<string | undefined> =>
  (
    await selectShown(tx)
      .select('addresses')
      .where('layers.id', '=', id)
      .where('type', '=', 'style')
      .executeTakeFirst()
  )?.addresses ?? undefined;

/** Type, and hash of the content, of an active layer. */
export const findShownContent = (
  tx: Tx,
  id: number,
): Promise<{ type: LayerRow['type']; hash: string | null } | undefined> =>
  selectShown(tx).select(['type', 'hash']).where('layers.id', '=', id).executeTakeFirst();

/** Content of a layer. */
export const readContent = async (tx: Tx, id: number): Promise<Buffer | undefined> =>
  (await tx.selectFrom('layer_data').select('content').where('layer_id', '=', id).executeTakeFirst())
    ?.content ?? undefined;

/** A layer that is to be fetched, or whose service is to be checked. */
export type DueLayer = StoredSource & Pick<LayerRow, 'id'>;

const selectDue = (tx: Tx) =>
  tx
    .selectFrom('layers')
    .leftJoin('layer_data', 'layer_data.layer_id', 'layers.id')
    .where('active', '=', true)
    .where('data_url', 'is not', null)
    .where((is) =>
      is.or([
        is('checked', 'is', null),
        is('checked', '<', sql<Date>`now() - refresh_minutes * interval '1 minute'`),
      ]),
    );

/** Whether a layer is to be fetched. */
export const hasDueLayers = async (tx: Tx): Promise<boolean> =>
  (await selectDue(tx).select('layers.id').limit(1).executeTakeFirst()) !== undefined;

/** Layers that are to be fetched. */
export const findDueLayers = (tx: Tx): Promise<DueLayer[]> =>
  selectDue(tx)
    .select(['layers.id', 'type', 'options', 'data_url'])
    .$narrowType<{ data_url: string }>()
    .execute();

/** Whether the layer still has this address, with a lock on it. */
const lockSource = async (tx: Tx, { id, data_url }: DueLayer): Promise<boolean> =>
  (await tx
    .selectFrom('layers')
    .select('id')
    .where('id', '=', id)
    .where('data_url', '=', data_url)
    .forUpdate()
    .executeTakeFirst()) !== undefined;

/** Stores the content of a layer. */
export async function insertLayerData(tx: Tx, id: number, data: LayerContent): Promise<void> {
  const now = sql<Date>`now()`;
  const row = { ...data, received: now, checked: now, failure: null };
  await tx
    .insertInto('layer_data')
    .values({ layer_id: id, ...row })
    .onConflict((conflict) => conflict.column('layer_id').doUpdateSet(row))
    .execute();
}

/** Stores what was fetched, unless the layer has another address by now. */
export async function saveLayerData(tx: Tx, layer: DueLayer, data: LayerContent): Promise<void> {
  if (await lockSource(tx, layer)) await insertLayerData(tx, layer.id, data);
}

/** Records that a layer could not be fetched. Its content stays. */
export const saveFetchFailure = (
  tx: Tx,
  layer: DueLayer,
  failure: NonNullable<DataRow['failure']>,
): Promise<void> => saveCheck(tx, layer, { failure: JSON.stringify(failure) });

/** What a service says of its tiles. */
export type ServiceFacts = Pick<DataRow, 'bounds' | 'min_zoom' | 'max_zoom' | 'attribution'>;

/** Records that a service answered. */
export const saveServiceSuccess = (tx: Tx, layer: DueLayer, facts: ServiceFacts): Promise<void> =>
  saveCheck(tx, layer, { failure: null, received: sql<Date>`now()`, ...facts });

async function saveCheck(
  tx: Tx,
  layer: DueLayer,
  result: Pick<Insertable<Tables['layer_data']>, 'failure'> & {
    received?: RawBuilder<Date>;
  } & Partial<ServiceFacts>,
): Promise<void> {
  if (!(await lockSource(tx, layer))) return;
  const row = { checked: sql<Date>`now()`, ...result };
  await tx
    .insertInto('layer_data')
    .values({ layer_id: layer.id, ...row })
    .onConflict((conflict) => conflict.column('layer_id').doUpdateSet(row))
    .execute();
}

/** Has a layer fetched again. */
export const requestFetch = async (tx: Tx, id: number): Promise<void> => {
  await tx.updateTable('layer_data').set({ checked: null }).where('layer_id', '=', id).execute();
};

/** Deletes the content of a layer whose source has changed. */
export const deleteLayerData = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('layer_data').where('layer_id', '=', id).execute();
};
