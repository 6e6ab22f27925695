/**
 * Data sources: where posts come from besides the web, and how messages are sent (API v3 §2.14, §2.15).
 * `data-providers.ts` lists them; the configuration group `data-provider` holds what an administrator set (API v3
 * §2.13).
 */
import { z } from 'zod';
import { ChannelStatus, ChannelTestInput, ChannelTestResult, channelTests } from '../channels/channels.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { ruleError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { isHttpUrl } from '../common/parse-url.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, BooleanIn, Id, objectIn, RelationIn } from '../common/scalars.ts';
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
  /** Absent from other servers where there are none. */
  rules: z.array(z.enum(providerOptionRules)).optional(),
  /** An extension of API v3. */
  default: z.string().optional(),
  secret: z.boolean().optional(),
  inAddress: z.boolean().optional(),
  address: z.boolean().optional(),
  host: z.boolean().optional(),
  endpoint: z.boolean().optional(),
});

/**
 * `off`: switched off; `not-set-up`: switched on but incomplete; `on`: working; `operator`: mail is sent by the
 * server that the operator set (`SMTP_URL`), and the stored options are not used.
 */
export const providerStates = ['off', 'not-set-up', 'on', 'operator'] as const;
/** The state of a data source. */
export type ProviderState = (typeof providerStates)[number];

/** A data source as the API lists it. */
export const DataProvider = z.object({
  id: z.string(),
  url: z.string(),
  name: z.string(),
  services: z.array(z.enum(providerServices)),
  options: z.record(z.string(), ProviderOptionOutput),
  inbound_fields: z.record(z.string(), z.enum(['text', 'datetime', 'point'])),
  /** Extension: the path that its gateway sends to; absent for sources that the server polls. */
  incoming_path: z.string().optional(),
  /**
   * Extension: when a message last arrived, when the source was last polled, and the error code of the last failure.
   */
  heard: ApiDate.nullable().optional(),
  polled: ApiDate.nullable().optional(),
  fault: z.string().nullable().optional(),
  /**
   * Extension: false if everybody who knows the path can send messages as anybody, since the stored settings have
   * neither a signature nor a secret (docs/decisions/0104).
   */
  authenticated: z.boolean().optional(),
  /** Extension: its state, which also considers the operator's mail server and lost secrets. */
  state: z.enum(providerStates).optional(),
  /** Extension: whether it works, by what happened last. */
  status: ChannelStatus.optional(),
  /** Extension: how the caller may test it; null if not at all. */
  test: z.enum(channelTests).nullable().optional(),
  /**
   * Extension: the caller may not change its options and its switch, only the survey and the fields that its messages go into.
   */
  options_locked: z.boolean().optional(),
  allowed_privileges: Privileges,
});
export type DataProvider = z.infer<typeof DataProvider>;

/** Long enough that it cannot be guessed. The log redacts it (`redactPath` of the server). */
const isUrlSecret = (text: string) => /^[\w-]{20,100}$/.test(text);

/** The schema of one option of the form. Empty text is valid unless a rule says otherwise. */
function buildOptionSchema({ input, options = [], rules = [], address, inAddress }: ProviderOption) {
  const text = z.preprocess((it) => (typeof it === 'number' ? String(it) : (it ?? '')), z.string().trim());
  const schema = text.pipe(
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
    ? schema.refine((it) => it !== '', { error: ruleError('required') })
    : schema;
}

const buildProviderSchema = (id: ProviderId) =>
  z.object(
    Object.fromEntries(
      Object.entries(describeProvider(id).options)
        .filter(([, option]) => option.input !== 'read-only-text')
        .map(([key, option]) => [key, buildOptionSchema(option)]),
    ),
  );

/**
 * Cached: every incoming message is validated by them, and building a schema takes longer than the rest of that
 * validation.
 */
const providerSchemas = new Map<ProviderId, ReturnType<typeof buildProviderSchema>>();

/** The schema of a data source's form: all options as text, without explanations. */
export function getProviderSchema(id: ProviderId): ReturnType<typeof buildProviderSchema> {
  const form = providerSchemas.get(id) ?? buildProviderSchema(id);
  providerSchemas.set(id, form);
  return form;
}

const FieldMapping = objectIn(
  z.record(
    z.string(),
    z.union([z.string(), z.null()]).transform((it) => it ?? ''),
  ),
);

/** The stored settings of one data source besides its options. Unknown keys are kept (API v3 §2.13). */
export const ProviderSettingsInput = z.looseObject({
  /** The survey of its posts; null for posts without a survey. */
  form_id: RelationIn.optional(),
  /** By the source's field: `title`, `content`, `values.KEY` or an attribute key alone (API v3 §2.15). */
  inbound_fields: FieldMapping.optional(),
});

const ProviderIn = objectIn(ProviderSettingsInput);
const ProviderSwitches = z.record(
  z.string(),
  z
    .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', '']), z.null()])
    .transform((it) => it === true || it === 1 || it === '1' || it === 'true'),
);

/** What may be stored in `data-provider`. A PUT merges key by key; the value of a key is replaced. */
export const DataProviderInput = z
  .looseObject({
    providers: objectIn(ProviderSwitches).optional(),
  })
  .extend(Object.fromEntries(providerIds.map((id) => [id, ProviderIn.optional()])));

/** The default of the group (API v3 §2.13). */
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
  summary: 'Data sources and their options; the values are in the configuration group data-provider',
  ...providerEndpoint,
  query: listQuery(['id']).extend({
    type: z.enum(providerServices).optional(),
    /** Extension: also those that existing clients do not know. */
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

export const testDataProvider = defineEndpoint({
  name: 'testDataProvider',
  method: 'POST',
  path: '/dataproviders/{id}/test',
  summary: 'Send a test message, or connect, with the stored settings; answers what the other side said',
  ...providerEndpoint,
  params: z.object({ id: z.string().max(64) }),
  body: ChannelTestInput,
  response: ChannelTestResult,
});

/** A place that a post may refer to. */
export const SuggestedPlace = z.object({
  /** Null for coordinates. */
  name: z.string().nullable(),
  country: z.string().nullable(),
  lat: z.number(),
  lon: z.number(),
  /**
   * `sent`: the source gave the place with the message. The others are in the text: after `#loc`, as coordinates, or
   * by name.
   */
  why: z.enum(['sent', 'tag', 'coordinates', 'name']),
});
export type SuggestedPlace = z.infer<typeof SuggestedPlace>;

export const suggestPlaces = defineEndpoint({
  name: 'suggestPlaces',
  method: 'GET',
  path: '/posts/{id}/suggested-places',
  summary:
    'Places that a post may refer to, for its editor; none of them is on the map until somebody adds it',
  scope: 'posts',
  token: 'required',
  params: z.object({ id: Id }),
  response: z.object({ count: z.number().int(), results: z.array(SuggestedPlace) }),
});

export const suggestPlacesForText = defineEndpoint({
  name: 'suggestPlacesForText',
  method: 'POST',
  path: '/places/suggested',
  summary: 'Places that the text of an unsent report may refer to, for its author; nothing is stored',
  scope: null,
  body: z.object({ text: z.string().max(limits.placeText) }),
  response: z.object({ count: z.number().int(), results: z.array(SuggestedPlace) }),
});
