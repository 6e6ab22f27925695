/**
 * Data sources: where posts come from beside the web, and by which messages leave (wire 2.14, 2.15). Which there are is in
 * `data-providers.ts`; what an administrator set is the configuration group `data-provider` (wire 2.13).
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ruleError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, BooleanIn, Id, RelationIn } from '../common/scalars.ts';
import {
  type ProviderOption,
  providerOptionInputs,
  providerOptionRules,
  providerServices,
} from './data-provider-description.ts';
import { describeProvider, type ProviderId, providerIds, secretMask } from './data-providers.ts';

const ProviderOptionOutput = z.object({
  label: z.string(),
  input: z.enum(providerOptionInputs),
  description: z.string().optional(),
  placeholder: z.string().optional(),
  options: z.array(z.string()).optional(),
  rules: z.array(z.enum(providerOptionRules)).optional(),
  /** Ours. */
  default: z.string().optional(),
  secret: z.boolean().optional(),
  inAddress: z.boolean().optional(),
  address: z.boolean().optional(),
  endpoint: z.boolean().optional(),
});

/**
 * `off`: switched off; `not-set-up`: switched on, without what it needs; `on`: at work; `operator`: mail leaves by the server
 * that the operator set (`SMTP_URL`), and what is stored is not used.
 */
export const providerStates = ['off', 'not-set-up', 'on', 'operator'] as const;
export type ProviderState = (typeof providerStates)[number];

export const DataProvider = z.object({
  id: z.string(),
  url: z.string(),
  name: z.string(),
  services: z.array(z.enum(providerServices)),
  options: z.record(z.string(), ProviderOptionOutput),
  inbound_fields: z.record(z.string(), z.enum(['text', 'datetime', 'point'])),
  /** Ours: the path below the server's address that its gateway sends to; absent where it is asked instead. */
  incoming_path: z.string().optional(),
  /** Ours: when something last came in by it, when it was last asked, and why it could not be: a code. */
  heard: ApiDate.nullable().optional(),
  polled: ApiDate.nullable().optional(),
  fault: z.string().nullable().optional(),
  /** Ours: how it stands as the server sees it, which also knows of the operator's mail server and of lost secrets. */
  state: z.enum(providerStates).optional(),
  allowed_privileges: Privileges,
});
export type DataProvider = z.infer<typeof DataProvider>;

const isHttpUrl = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).username === '';

/** Long enough not to be guessed, and to be left out of the log (`redactPath` of the server). */
const isUrlSecret = (text: string) => /^[\w-]{20,100}$/.test(text);

/** One option as it is typed. Nothing typed is fine unless a rule says otherwise. */
function buildOptionSchema({ input, options = [], rules = [], address, inAddress }: ProviderOption) {
  const text = z.preprocess((it) => (typeof it === 'number' ? String(it) : (it ?? '')), z.string().trim());
  const typed = text.pipe(
    z
      .string()
      .max(limits.providerOption)
      .refine((it) => it === '' || !rules.includes('number') || /^\d+$/.test(it), {
        error: ruleError('digits'),
      })
      .refine((it) => it === '' || input !== 'radio' || options.includes(it), { error: ruleError('invalid') })
      .refine((it) => it === '' || !address || isHttpUrl(it), { error: ruleError('url') })
      .refine((it) => it === '' || !inAddress || it === secretMask || isUrlSecret(it), {
        error: ruleError('addressSecret'),
      }),
  );
  return rules.includes('required')
    ? typed.refine((it) => it !== '', { error: ruleError('required') })
    : typed;
}

const buildProviderSchema = (id: ProviderId) =>
  z.object(
    Object.fromEntries(
      Object.entries(describeProvider(id).options)
        .filter(([, option]) => option.input !== 'read-only-text')
        .map(([key, option]) => [key, buildOptionSchema(option)]),
    ),
  );

/** Made once each: every message that comes in is judged by them, and making a schema takes longer than all else about it. */
const providerSchemas = new Map<ProviderId, ReturnType<typeof buildProviderSchema>>();

/** The options of a data source as a form holds them, all as text; explanations hold nothing. */
export function getProviderSchema(id: ProviderId): ReturnType<typeof buildProviderSchema> {
  const form = providerSchemas.get(id) ?? buildProviderSchema(id);
  providerSchemas.set(id, form);
  return form;
}

/** PHP writes an empty object as a list. */
const FieldMapping = z.preprocess(
  (it) => (Array.isArray(it) || it === null ? {} : it),
  z.record(
    z.string(),
    z.union([z.string(), z.null()]).transform((it) => it ?? ''),
  ),
);

/** What is stored of one data source beside its options. Unknown keys are kept (wire 2.13). */
export const ProviderSettingsInput = z.looseObject({
  /** The survey that its posts are put in; null leaves them without one. */
  form_id: RelationIn.optional(),
  /** By the source's field: `title`, `content`, `values.KEY` or a mere attribute key (wire 2.15). */
  inbound_fields: FieldMapping.optional(),
});

const ProviderIn = z.preprocess((it) => (Array.isArray(it) || it === null ? {} : it), ProviderSettingsInput);
const ProviderSwitches = z.record(
  z.string(),
  z
    .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', '']), z.null()])
    .transform((it) => it === true || it === 1 || it === '1' || it === 'true'),
);

/** What may be stored in `data-provider`. A PUT merges key by key; what is within a key is stored whole. */
export const DataProviderInput = z
  .looseObject({
    providers: z.preprocess((it) => (Array.isArray(it) ? {} : it), ProviderSwitches).optional(),
  })
  .extend(Object.fromEntries(providerIds.map((id) => [id, ProviderIn.optional()])));

/** The group as it is before anybody configured anything (wire 2.13). */
export const defaultDataProvider = {
  providers: Object.fromEntries(providerIds.map((id) => [id, id === 'outgoingemail'])) as Record<
    string,
    boolean
  >,
  email: {
    incoming_type: '',
    incoming_server: '',
    incoming_port: '',
    incoming_security: '',
    incoming_username: '',
    incoming_password: '',
  },
  ...(Object.fromEntries(
    providerIds.filter((id) => id !== 'email' && id !== 'outgoingemail').map((id) => [id, {}]),
  ) as Record<Exclude<ProviderId, 'email' | 'outgoingemail'>, Record<string, unknown>>),
};

const providerEndpoint = { scope: 'dataproviders', token: 'required', needs: ['Manage Settings'] } as const;

export const listDataProviders = defineEndpoint({
  name: 'listDataProviders',
  method: 'GET',
  path: '/dataproviders',
  summary: 'Data sources and what each asks for; what is set is the configuration group data-provider',
  ...providerEndpoint,
  query: listQuery(['id']).extend({
    type: z.enum(providerServices).optional(),
    /** Ours: also those that existing clients know nothing of. */
    all: BooleanIn.optional(),
  }),
  response: listResponse(DataProvider),
});

export const readDataProvider = defineEndpoint({
  name: 'readDataProvider',
  method: 'GET',
  path: '/dataproviders/{id}',
  summary: 'One data source',
  ...providerEndpoint,
  params: z.object({ id: z.string().max(64) }),
  response: DataProvider,
});

/** A place that somebody may have meant. */
export const SuggestedPlace = z.object({
  /** Null for coordinates. */
  name: z.string().nullable(),
  country: z.string().nullable(),
  lat: z.number(),
  lon: z.number(),
  /** `sent`: the source says that it was sent there. The others are in the text: after `#loc`, in figures, or by name. */
  why: z.enum(['sent', 'tag', 'coordinates', 'name']),
});
export type SuggestedPlace = z.infer<typeof SuggestedPlace>;

export const suggestPlaces = defineEndpoint({
  name: 'suggestPlaces',
  method: 'GET',
  path: '/posts/{id}/suggested-places',
  summary:
    'Places that a post may be about, for whoever edits it: none of them is on the map until somebody puts it there',
  scope: 'posts',
  token: 'required',
  params: z.object({ id: Id }),
  response: z.object({ count: z.number().int(), results: z.array(SuggestedPlace) }),
});
