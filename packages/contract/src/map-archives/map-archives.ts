/**
 * Map archives: PMTiles files that an administrator adds, or that are made from an OpenStreetMap extract, which the map shows inside their
 * box above the world map. Everybody who may see the map reads the active ones. Extensions of API v3.
 */

import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ruleError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { isHttpUrl } from '../common/parse-url.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, BooleanIn, Id, IdOut, SingleLineText } from '../common/scalars.ts';
import { archiveLimits } from './archive-limits.ts';

/** How an archive gets here: from the device of the administrator, from a directory of the server, or from a web address. */
export const mapArchiveSources = ['upload', 'file', 'address'] as const;
export type MapArchiveSource = (typeof mapArchiveSources)[number];

/** `uploading`: chunks are missing. `importing`: it is being copied and checked. `building`: it is being made from an extract. */
export const mapArchiveStates = ['uploading', 'importing', 'building', 'ready', 'failed'] as const;

/** The names of layers that the archive's tiles use; `raster` for pictures. */
export const mapArchiveSchemas = ['protomaps', 'openmaptiles', 'shortbread', 'raster'] as const;
export type MapArchiveSchema = (typeof mapArchiveSchemas)[number];

/** Part of an attribution: a text, or a link to a web page. */
const AttributionPart = z.object({ text: z.string(), url: z.string().nullable() });
export type AttributionPart = z.infer<typeof AttributionPart>;

/** An archive as the API returns it. What it says about its tiles is null until it is ready. */
export const MapArchive = z.object({
  id: IdOut,
  url: z.string(),
  name: z.string(),
  state: z.enum(mapArchiveStates),
  /** Why it failed: a rule of the validation messages, with its parameters. */
  failure: z
    .object({ rule: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
  /** Where it came from, for those who may change it; null for others. */
  source: z.enum(mapArchiveSources).nullable(),
  /** Name of the file, or address without its query, for those who may change it; null for others. */
  origin: z.string().nullable(),
  /** Bytes of the archive; null while unknown. */
  size: z.number().int().nullable(),
  /** Bytes that were uploaded, or of the current step; while it is being built, the share of the work as a share of `size`. */
  received: z.number().int(),
  /** Only active archives are on the map. */
  active: z.boolean(),
  /** Archives are drawn in this order: the last one on top. */
  position: z.number().int(),
  schema: z.enum(mapArchiveSchemas).nullable(),
  /** West, south, east and north in degrees. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  min_zoom: z.number().int().nullable(),
  max_zoom: z.number().int().nullable(),
  attribution: z.array(AttributionPart),
  /** Identifies the bytes of the file; it is also its ETag. */
  hash: z.string().nullable(),
  /** The row is here but its file is not, for example after a backup was restored. For those who may change it; else false. */
  is_file_missing: z.boolean(),
  created: ApiDate,
  allowed_privileges: Privileges,
});
export type MapArchive = z.infer<typeof MapArchive>;

const name = SingleLineText.min(archiveLimits.name.min).max(archiveLimits.name.max);

/** A new archive, by its source. */
export const MapArchiveInput = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('upload'),
    name,
    /** Bytes of the file. The limit of an extract is smaller. */
    size: z.number().int().min(1).max(archiveLimits.bytes),
    /** An extract by its ending `.pbf`. */
    file_name: SingleLineText.min(1).max(limits.varchar),
  }),
  /** A file of `GET /map-archives/server-files`. */
  z.object({ source: z.literal('file'), name, file_name: SingleLineText.min(1).max(limits.varchar) }),
  z.object({
    source: z.literal('address'),
    name,
    address: z
      .string()
      .trim()
      .max(archiveLimits.address)
      .refine(isHttpUrl, { error: ruleError('url') }),
  }),
]);
export type MapArchiveInput = z.output<typeof MapArchiveInput>;

/** A change; absent keys stay unchanged. */
export const MapArchiveChange = z.object({
  name: name.optional(),
  active: BooleanIn.optional(),
  /** Its new place among all archives, from 0; the others move. */
  position: z.number().int().min(0).max(archiveLimits.archives).optional(),
});

const idParams = z.object({ id: Id });
const forManagers = { scope: 'layers', token: 'required', needs: ['Manage Settings'] } as const;

export const listMapArchives = defineEndpoint({
  name: 'listMapArchives',
  method: 'GET',
  path: '/map-archives',
  summary: 'Map archives: the active ones, and all for those who may manage settings',
  scope: 'layers',
  query: listQuery(['position', 'name', 'created']),
  response: listResponse(MapArchive),
  deviceCache: 'own',
});

/** Files in the directory that the operator has named for archives. */
export const listServerFiles = defineEndpoint({
  name: 'listMapArchiveServerFiles',
  method: 'GET',
  path: '/map-archives/server-files',
  summary: 'PMTiles files and OpenStreetMap extracts in the directory of the server for archives to add',
  ...forManagers,
  response: z.object({
    /** The directory, so that an operator can be told; null if the server has none. */
    directory: z.string().nullable(),
    files: z.array(z.object({ name: z.string(), size: z.number().int() })),
  }),
});

export const readMapArchive = defineEndpoint({
  name: 'readMapArchive',
  method: 'GET',
  path: '/map-archives/{id}',
  summary: 'One map archive',
  scope: 'layers',
  params: idParams,
  response: MapArchive,
  deviceCache: 'own',
});

export const readMapArchiveFile = defineEndpoint({
  name: 'readMapArchiveFile',
  method: 'GET',
  path: '/map-archives/{id}/file',
  summary: 'The file of a map archive; answers requests for byte ranges',
  scope: 'layers',
  params: idParams,
  response: z.unknown(),
  transport: 'binary',
  deviceCache: 'own',
});

export const createMapArchive = defineEndpoint({
  name: 'createMapArchive',
  method: 'POST',
  path: '/map-archives',
  summary:
    'Add a map archive, or make one from an OpenStreetMap extract: begin an upload, or import a file of the server or from an address',
  ...forManagers,
  body: MapArchiveInput,
  response: MapArchive,
});

export const uploadMapArchiveChunk = defineEndpoint({
  name: 'uploadMapArchiveChunk',
  method: 'POST',
  path: '/map-archives/{id}/chunks',
  summary:
    'Send the next chunk of an upload: `offset` in bytes, and `file`. A chunk with another offset changes nothing; the response has the expected one',
  ...forManagers,
  params: idParams,
  body: z.object({ offset: z.coerce.number().int().min(0).max(archiveLimits.bytes) }),
  response: MapArchive,
  transport: 'multipart',
});

export const updateMapArchive = defineEndpoint({
  name: 'updateMapArchive',
  method: 'PUT',
  path: '/map-archives/{id}',
  summary: 'Rename a map archive, turn it on or off, or move it',
  ...forManagers,
  params: idParams,
  body: MapArchiveChange,
  response: MapArchive,
});

export const deleteMapArchive = defineEndpoint({
  name: 'deleteMapArchive',
  method: 'DELETE',
  path: '/map-archives/{id}',
  summary: 'Delete a map archive and its file; stops an upload or import',
  ...forManagers,
  params: idParams,
  response: MapArchive,
});
