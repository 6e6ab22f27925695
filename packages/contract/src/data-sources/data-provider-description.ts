/** The description of a data source (API v3 §2.14). */

/** The kinds of messages that a data source receives. */
export const providerServices = ['sms', 'email', 'twitter'] as const;
/** A kind of message that a data source receives. */
export type ProviderService = (typeof providerServices)[number];

export const providerOptionInputs = ['text', 'radio', 'read-only-text'] as const;
export const providerOptionRules = ['required', 'number'] as const;

/** One option of a data source. */
export interface ProviderOption {
  label: string;
  /** `read-only-text` is an explanation without a stored value. */
  input: (typeof providerOptionInputs)[number];
  description?: string;
  placeholder?: string;
  /** Choices of a `radio`. The label itself is stored. */
  options?: readonly string[];
  /** Extension: the choice that applies while none is stored. */
  default?: string;
  rules?: readonly (typeof providerOptionRules)[number][];
  /** Extension: stored encrypted and never returned (`secretMask`). */
  secret?: boolean;
  /**
   * Extension: part of the connection: which server, and how securely. Secrets are only valid for the server that
   * they were entered for.
   */
  endpoint?: boolean;
  /**
   * Extension: a secret at the end of the URL that the gateway calls: at least twenty letters, digits, `-` and `_`.
   */
  inAddress?: boolean;
  /** Extension: a web address, such as that of a gateway. */
  address?: boolean;
  /** Extension: the name or IP address of a server, such as that of a mail server. */
  host?: boolean;
}

/** One way in which requests of a gateway are authenticated. It applies while its option is set. */
export interface RequestAuthentication {
  /** The option that holds the secret: of a signature, in the message, or in the URL. */
  option: string;
  /** It does not apply while another option has this value. */
  unless?: { option: string; value: string };
}

/** One data source: its options and the fields of its messages. */
export interface ProviderDescription {
  name: string;
  /** Not part of API v3; listed only if the caller asks for it (docs/decisions/0014). */
  isExtension?: boolean;
  /** Empty: it only sends and is not listed as a source (outgoing e-mail). */
  services: readonly ProviderService[];
  /**
   * Its place among the gateways that send targeted surveys: the lowest that is switched on sends them, unless the
   * survey names another one (API v3 §2.14). Null: it sends none.
   */
  targetedSurveyRank: number | null;
  /**
   * How requests of its gateway are authenticated; one of the ways is enough (`isSourceAuthenticated`). Null: the
   * server fetches the messages itself, and accepts no requests (docs/decisions/0104).
   */
  authentication: readonly RequestAuthentication[] | null;
  /** In the order of the form. */
  options: Readonly<Record<string, ProviderOption>>;
  /** Fields of a message that can be mapped to fields of a survey, with their types. */
  inbound_fields: Readonly<Record<string, 'text' | 'datetime' | 'point'>>;
}
