/** The description of one key of a configuration group, from which schemas, defaults and forms follow. */
import type { z } from 'zod';

/** Everything about a key that server and client have to know. */
export interface SettingDescription {
  /** Schema in responses. Optional if the key may be absent, as in extensions of API v3. */
  read: z.ZodType;
  /** Schema in requests; null for a key that only the operator sets: it is ignored in requests. */
  input: z.ZodType | null;
  /** Schema of the field in the general settings; null for a key without a field. */
  form: z.ZodType | null;
  /** Value of a new deployment; undefined: the key is absent. */
  default: unknown;
}

type Descriptions = Readonly<Record<string, SettingDescription>>;
type Part = 'read' | 'input' | 'form';

/** The schemas of all keys that have one. */
export type SettingSchemas<Keys extends Descriptions, P extends Part> = {
  [K in keyof Keys as Keys[K][P] extends z.ZodType ? K : never]: Keys[K][P];
};

/** @returns the schemas of all keys that have one, as the shape of an object schema */
export const schemasOf = <Keys extends Descriptions, P extends Part>(keys: Keys, part: P) =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([key, description]) =>
      description[part] === null ? [] : [[key, description[part]]],
    ),
  ) as SettingSchemas<Keys, P>;

type Defaults<Keys extends Descriptions> = {
  [K in keyof Keys as Keys[K]['default'] extends undefined ? never : K]: z.infer<Keys[K]['read']>;
};

/** @returns the values of a new deployment, without absent keys */
export const defaultsOf = <Keys extends Descriptions>(keys: Keys) =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([key, description]) =>
      description.default === undefined ? [] : [[key, description.default]],
    ),
  ) as Defaults<Keys>;
