/** What a data source says of itself (wire 2.14). */

/** What a data source carries. */
export const providerServices = ['sms', 'email', 'twitter'] as const;
export type ProviderService = (typeof providerServices)[number];

export const providerOptionInputs = ['text', 'radio', 'read-only-text'] as const;
export const providerOptionRules = ['required', 'number'] as const;

export interface ProviderOption {
  label: string;
  /** `read-only-text` is an explanation, and stores nothing. */
  input: (typeof providerOptionInputs)[number];
  description?: string;
  placeholder?: string;
  /** Choices of a `radio`; what is stored is the label itself. */
  options?: readonly string[];
  /** Ours: the choice that holds while none is stored. */
  default?: string;
  rules?: readonly (typeof providerOptionRules)[number][];
  /** Ours: kept encrypted, and never sent back (`secretMask`). */
  secret?: boolean;
  /** Ours: part of which server is asked, and how safely. Secrets are good for the server that they were entered for. */
  endpoint?: boolean;
  /** Ours: it stands at the end of the address that the gateway calls: letters, digits, `-` and `_`, twenty or more. */
  inAddress?: boolean;
  /** Ours: a web address, such as where a gateway is asked. */
  address?: boolean;
}

export interface ProviderDescription {
  name: string;
  /** It is not among the wire's, and only listed to those who ask for it (docs/decisions/0014). */
  isExtension?: boolean;
  /** Empty: it only sends, and is not listed as a source (outgoing e-mail). */
  services: readonly ProviderService[];
  /** In the order that they are asked for. */
  options: Readonly<Record<string, ProviderOption>>;
  /** What of a message can be put in a field of a survey, and of which type it is. */
  inbound_fields: Readonly<Record<string, 'text' | 'datetime' | 'point'>>;
}
