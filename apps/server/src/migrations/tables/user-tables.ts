/** The tables about people and their rights, as the migrations leave them, for the compiler. */
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** Filled by the database, never changed. */
export type Created = ColumnType<Date, Date | undefined, Date | undefined>;
export type Json<T extends object> = JSONColumnType<T, string | undefined>;

export interface Roles {
  id: Generated<number>;
  name: string;
  display_name: string | null;
  description: string | null;
  protected: Generated<boolean>;
  permissions: Generated<string[]>;
}

export interface Users {
  id: Generated<number>;
  email: string;
  realname: string | null;
  password_hash: string;
  role: string | null;
  language: string | null;
  logins: Generated<number>;
  failed_attempts: Generated<number>;
  last_login: Date | null;
  last_attempt: Date | null;
  created: Created;
  updated: Date | null;
  email_confirmed: Date | null;
  /** Stands for the account where it is withheld who it is. */
  reporter_code: Generated<string>;
}

export interface Tokens {
  hash: Buffer;
  kind: 'access' | 'refresh';
  user_id: number | null;
  client: string;
  scopes: string[];
  session_id: number | null;
  created: Created;
  expires: Date;
}

export interface Throttles {
  key: Buffer;
  count: number;
  expires: Date;
}

export interface ThrottleKeys {
  /** As `2026-11-23`. */
  day: ColumnType<Date, string, string>;
  key: Buffer;
}

export interface Sessions {
  id: Generated<number>;
  user_id: number;
  client: string;
  created: Created;
  renewed: Created;
  device_id: Generated<number | null>;
  browser: Generated<string | null>;
  system: Generated<string | null>;
  time_zone: Generated<string | null>;
  seen: Created;
}

export interface LoginDevices {
  id: Generated<number>;
  user_id: number;
  hash: Buffer;
  created: Created;
  last_used: Created;
}

export interface PasswordResets {
  hash: Buffer;
  user_id: number;
  created: Created;
  expires: Date;
}

export interface Invitations {
  id: Generated<number>;
  /** Of the token, which is nowhere. */
  hash: Buffer;
  /** Who created it. */
  user_id: number;
  role: string;
  /** Whom it was sent to; null for a link. */
  email: string | null;
  /** Its mail in the outbox. */
  mail_id: number | null;
  max_uses: number;
  uses: Generated<number>;
  created: Created;
  expires: Date;
  revoked: Date | null;
}

export interface Outbox {
  id: Generated<number>;
  recipient: string;
  subject: string;
  text: string | null;
  html: string | null;
  headers: Json<Record<string, string>> | null;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  next_attempt: Created;
  expires: Date;
  fault: string | null;
  /** Whether it contains a link or code that grants access to an account. */
  grants_account_access: Generated<boolean>;
  /** Whether it holds a confirmation code, which nobody but its recipient may read. */
  is_confirmation: Generated<boolean>;
  /** The transport that it is bound to; null: the one that is configured when it is sent. */
  mail_transport: ColumnType<Record<string, unknown> | null, string | null | undefined, null>;
  created: Created;
  sent: Date | null;
}

export interface Contacts {
  id: Generated<number>;
  user_id: number | null;
  data_source: string | null;
  type: 'email' | 'phone' | 'twitter';
  contact: string;
  can_notify: Generated<boolean>;
  created: Created;
  updated: Date | null;
  normalized_contact: GeneratedAlways<string>;
  opted_out: Date | null;
  seen_message_id: number | null;
  /** The newest message that needs no reply. */
  done_message_id: number | null;
  /** When its owner entered a code that was sent there; null: nothing shows that it is theirs. */
  confirmed: Date | null;
  /** Whether messages from there are published at once. */
  trusted: Generated<boolean>;
  /** Stands for the contact where its number or address is withheld. */
  reporter_code: Generated<string>;
}

export interface ConfirmationCodes {
  id: Generated<number>;
  contact_id: number | null;
  user_id: number | null;
  mac: Buffer;
  attempts: Generated<number>;
  sent: Created;
  expires: Date;
}

export interface NotificationCounts {
  /** As `2026-11-23`. */
  day: ColumnType<Date, string, string>;
  user_id: number | null;
  sent: Generated<number>;
  paused: Date | null;
}

export interface Tos {
  id: Generated<number>;
  user_id: number;
  tos_version_date: Date;
  agreement_date: Created;
}

export interface UserSettings {
  id: Generated<number>;
  user_id: number;
  config_key: string;
  /** Keys of other services are sealed by the vault. */
  config_value: string;
  /** The server that a key was entered for. */
  bound_to: Generated<string | null>;
  created: Created;
  updated: Date | null;
}

export interface ApiKeys {
  id: Generated<number>;
  /** Of the key, which is nowhere. */
  hash: Buffer;
  last_characters: string;
  created: Created;
  updated: Date | null;
  last_used: Date | null;
}

export interface AuditLog {
  id: Generated<number>;
  created: Created;
  user_id: number | null;
  action: string;
  subject: string;
  /** Of what was deleted; null for people, and where the row still has its name. */
  subject_name: string | null;
  subject_id: string | null;
  details: Json<Record<string, unknown>>;
}
