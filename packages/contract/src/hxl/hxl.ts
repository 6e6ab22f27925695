/** HXL, the tags of columns in humanitarian data, and HDX, the exchange that publishes such data (API v3 §2.18). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { type Permission, Privileges } from '../common/permissions.ts';
import { ApiDate, BooleanIn, Id, IdOut, Relation, RelationIn, TrimmedText } from '../common/scalars.ts';

/** Permissions that give access to HXL (API v3 §2.18). */
export const hxlPermissions = [
  'Bulk Data Import and Export',
  'Bulk Data Import',
  'Manage Posts',
  'Manage Settings',
] as const satisfies readonly Permission[];

export const HxlTag = z.object({
  id: IdOut,
  url: z.string(),
  tag_name: z.string(),
  hxl_attributes: z.record(
    z.string(),
    z.object({ hxl_tag_id: IdOut, id: IdOut, attribute: z.string(), description: z.string() }),
  ),
  form_attribute_types: z.array(z.object({ form_attribute_type: z.string() })),
  allowed_privileges: Privileges,
});
export type HxlTag = z.infer<typeof HxlTag>;

export const HxlLicense = z.object({
  id: IdOut,
  url: z.string(),
  code: z.string(),
  name: z.string(),
  link: z.string().nullable(),
  allowed_privileges: Privileges,
});
export type HxlLicense = z.infer<typeof HxlLicense>;

/** The metadata of a dataset on the exchange. */
export const HxlMetadata = z.object({
  id: IdOut,
  url: z.string(),
  user: Relation,
  private: z.boolean(),
  dataset_title: z.string(),
  organisation_id: z.string(),
  organisation_name: z.string(),
  source: z.string(),
  license_id: IdOut,
  created: ApiDate,
  updated: ApiDate.nullable(),
  allowed_privileges: Privileges,
});
export type HxlMetadata = z.infer<typeof HxlMetadata>;

const requiredText = TrimmedText.pipe(z.string().min(1).max(limits.hxlMetadataText));

/** New metadata of a dataset. */
export const HxlMetadataInput = z.object({
  private: BooleanIn,
  dataset_title: requiredText,
  organisation_id: requiredText,
  organisation_name: requiredText,
  source: requiredText,
  license_id: Id,
  /** Optional; must be the caller. */
  user_id: RelationIn.optional(),
  /** Extension: the export that waits for this metadata; it starts afterwards. */
  export_job_id: RelationIn.optional(),
});
export type HxlMetadataInput = z.output<typeof HxlMetadataInput>;

/** An organisation for which the caller may publish datasets. */
export const Organisation = z.object({ id: z.string(), name: z.string(), title: z.string() });
export type Organisation = z.infer<typeof Organisation>;

const hxlEndpoint = { scope: null, token: 'required', needs: hxlPermissions, feature: 'hxl' } as const;

export const readHxl = defineEndpoint({
  ...hxlEndpoint,
  name: 'readHxl',
  method: 'GET',
  path: '/hxl',
  summary: 'Whether HXL is switched on; 404 if it is not',
  response: z.object({ hxl: z.array(z.never()) }),
});

export const listHxlTags = defineEndpoint({
  ...hxlEndpoint,
  name: 'listHxlTags',
  method: 'GET',
  path: '/hxl/tags',
  summary: 'HXL tags with their attributes and the attribute types that they suit',
  query: listQuery(['id', 'tag_name']),
  response: listResponse(HxlTag),
});

export const listHxlLicenses = defineEndpoint({
  ...hxlEndpoint,
  name: 'listHxlLicenses',
  method: 'GET',
  path: '/hxl/licenses',
  summary: 'Licences that a dataset may have',
  query: listQuery(['id', 'code', 'name']).extend({
    code: z.string().optional(),
    name: z.string().optional(),
  }),
  response: listResponse(HxlLicense),
});

export const listOrganisations = defineEndpoint({
  ...hxlEndpoint,
  name: 'listOrganisations',
  method: 'GET',
  path: '/hxl/organisations',
  summary:
    'Organisations on the exchange that the caller may publish for, according to the key in their settings',
  response: z.object({ count: z.number().int(), results: z.array(Organisation) }).nullable(),
});

export const listHxlMetadata = defineEndpoint({
  ...hxlEndpoint,
  name: 'listHxlMetadata',
  method: 'GET',
  path: '/hxl/metadata',
  summary: 'Metadata of the datasets of the caller, the latest first',
  query: listQuery(['id', 'created']),
  response: listResponse(HxlMetadata),
});

export const createHxlMetadata = defineEndpoint({
  ...hxlEndpoint,
  name: 'createHxlMetadata',
  method: 'POST',
  path: '/hxl/metadata',
  summary: 'Create the metadata of a dataset',
  body: HxlMetadataInput,
  response: HxlMetadata,
});
