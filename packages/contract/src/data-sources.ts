/**
 * Data sources: where posts come from beside the web, and by which messages leave (wire 2.14, 2.15). Which there are is in
 * `data-providers.ts`; what an administrator set is the configuration group `data-provider` (wire 2.13).
 */
import { z } from 'zod';
import { optionInputs, optionRules, type ProviderOption, services } from './data-provider-shape.ts';
import { describedAs, type ProviderId, providerIds, secretMask } from './data-providers.ts';
import { endpoint } from './endpoint.ts';
import { listOfEntities, listQuery } from './envelope.ts';
import { rule } from './faults.ts';
import { limits } from './limits.ts';
import { Privileges } from './privileges.ts';
import { BoolIn, Id, RelationIn, WireDate } from './scalars.ts';

const Option = z.object({
  label: z.string(),
  input: z.enum(optionInputs),
  description: z.string().optional(),
  placeholder: z.string().optional(),
  options: z.array(z.string()).optional(),
  rules: z.array(z.enum(optionRules)).optional(),
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
  services: z.array(z.enum(services)),
  options: z.record(z.string(), Option),
  inbound_fields: z.record(z.string(), z.enum(['text', 'datetime', 'point'])),
  /** Ours: the path below the server's address that its gateway sends to; absent where it is asked instead. */
  incoming_path: z.string().optional(),
  /** Ours: when something last came in by it, when it was last asked, and why it could not be: a code. */
  heard: WireDate.nullable().optional(),
  polled: WireDate.nullable().optional(),
  fault: z.string().nullable().optional(),
  /** Ours: how it stands as the server sees it, which also knows of the operator's mail server and of lost secrets. */
  state: z.enum(providerStates).optional(),
  allowed_privileges: Privileges,
});
export type DataProvider = z.infer<typeof DataProvider>;

const isWebAddress = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).username === '';

/** Long enough not to be guessed, and to be left out of the log (`loggedPath` of the server). */
const isAddressSecret = (text: string) => /^[\w-]{20,100}$/.test(text);

/** One option as it is typed. Nothing typed is fine unless a rule says otherwise. */
function optionIn({ input, options = [], rules = [], address, inAddress }: ProviderOption) {
  const text = z.preprocess((it) => (typeof it === 'number' ? String(it) : (it ?? '')), z.string().trim());
  const typed = text.pipe(
    z
      .string()
      .max(limits.providerOption)
      .refine((it) => it === '' || !rules.includes('number') || /^\d+$/.test(it), { error: rule('digits') })
      .refine((it) => it === '' || input !== 'radio' || options.includes(it), { error: rule('invalid') })
      .refine((it) => it === '' || !address || isWebAddress(it), { error: rule('url') })
      .refine((it) => it === '' || !inAddress || it === secretMask || isAddressSecret(it), {
        error: rule('addressSecret'),
      }),
  );
  return rules.includes('required') ? typed.refine((it) => it !== '', { error: rule('required') }) : typed;
}

const formOf = (id: ProviderId) =>
  z.object(
    Object.fromEntries(
      Object.entries(describedAs(id).options)
        .filter(([, option]) => option.input !== 'read-only-text')
        .map(([key, option]) => [key, optionIn(option)]),
    ),
  );

/** Made once each: every message that comes in is judged by them, and making a schema takes longer than all else about it. */
const forms = new Map<ProviderId, ReturnType<typeof formOf>>();

/** The options of a data source as a form holds them, all as text; explanations hold nothing. */
export function providerForm(id: ProviderId): ReturnType<typeof formOf> {
  const form = forms.get(id) ?? formOf(id);
  forms.set(id, form);
  return form;
}

/** PHP writes an empty object as a list. */
const Mapping = z.preprocess(
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
  inbound_fields: Mapping.optional(),
});

const ProviderIn = z.preprocess((it) => (Array.isArray(it) || it === null ? {} : it), ProviderSettingsInput);
const Switches = z.record(
  z.string(),
  z
    .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', '']), z.null()])
    .transform((it) => it === true || it === 1 || it === '1' || it === 'true'),
);

/** What may be stored in `data-provider`. A PUT merges key by key; what is within a key is stored whole. */
export const DataProviderInput = z
  .looseObject({ providers: z.preprocess((it) => (Array.isArray(it) ? {} : it), Switches).optional() })
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

const shared = { scope: 'dataproviders', token: 'required', needs: ['Manage Settings'] } as const;

export const listDataProviders = endpoint({
  name: 'listDataProviders',
  method: 'GET',
  path: '/dataproviders',
  summary: 'Data sources and what each asks for; what is set is the configuration group data-provider',
  ...shared,
  query: listQuery(['id']).extend({
    type: z.enum(services).optional(),
    /** Ours: also those that existing clients know nothing of. */
    all: BoolIn.optional(),
  }),
  answer: listOfEntities(DataProvider),
});

export const readDataProvider = endpoint({
  name: 'readDataProvider',
  method: 'GET',
  path: '/dataproviders/{id}',
  summary: 'One data source',
  ...shared,
  params: z.object({ id: z.string().max(64) }),
  answer: DataProvider,
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

export const suggestPlaces = endpoint({
  name: 'suggestPlaces',
  method: 'GET',
  path: '/posts/{id}/suggested-places',
  summary:
    'Places that a post may be about, for whoever edits it: none of them is on the map until somebody puts it there',
  scope: 'posts',
  token: 'required',
  params: z.object({ id: Id }),
  answer: z.object({ count: z.number().int(), results: z.array(SuggestedPlace) }),
});
