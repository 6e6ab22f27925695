/**
 * Scalar schemas: ids, dates, colours, relations (API v3 §1.7 and §1.8). Input schemas are as lenient as existing
 * clients need (numbers as strings, objects for ids); output schemas are strict.
 */
import { z } from 'zod';
import { parseDate } from './dates.ts';
import { ruleError, typeError } from './field-errors.ts';

/** A row's number. Clients send it as a number or as digits. */
export const Id = z
  .union([z.number().int().min(1), z.string().regex(/^\d{1,15}$/, { error: typeError('an id') })], {
    error: typeError('an id'),
  })
  .transform(Number);

/** 32 bytes in base64url: a key or a hash. */
export const KeyBytes = z.string().regex(/^[\w-]{43}$/, { error: ruleError('keyBytes') });

/** An id in a response: always a number. */
export const IdOut = z.number().int().positive();

/** A reference in a request: an id, an object with an id (`{"id": 12}`), or nothing. Becomes a number or null. */
export const RelationIn = z
  .union([
    Id,
    z.object({ id: z.union([Id, z.null()]) }).transform((it) => it.id),
    z.literal('').transform(() => null),
    z.null(),
  ])
  .transform((it): number | null => it);

/**
 * A reference in a response. The related entity is never embedded. `url` is not always a route: build paths from
 * `id`.
 */
export const Relation = z.object({ id: IdOut, url: z.string() });

/** An instant in UTC in the format of API v3: `2019-11-30T09:15:00+00:00`. */
export const ApiDate = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/, {
  error: typeError('a date such as 2019-11-30T09:15:00+00:00'),
});

/** A date in a request, as an instant. */
export const DateIn = z
  .union([z.string(), z.date()], { error: ruleError('date') })
  .transform((value, context): Date => {
    const date = typeof value === 'string' ? parseDate(value) : value;
    if (date) return date;
    context.issues.push({ code: 'custom', input: value, params: { rule: 'date' }, message: 'date' });
    return z.NEVER;
  });

const isTrue = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true';

/** A boolean in a request: `true`, `1`, `"1"`, `"true"`, and their opposites. */
export const BooleanIn = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', ''])], {
    error: typeError('true or false'),
  })
  .transform(isTrue);

/** As `BooleanIn`, where an empty text is refused: for what must not be decided by an empty field. */
export const FilledBooleanIn = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])], { error: typeError('true or false') })
  .transform(isTrue);

/** Trimmed text in a request. */
export const TrimmedText = z.string().trim();

/** Letters of any script, digits, punctuation and spaces, but no control characters. */
export const noControlCharacters = /^[^\p{Cc}]*$/u;
/** The same, with line breaks and tabs. */
export const noControlCharactersMultiline = /^(?:[^\p{Cc}]|[\t\n\r])*$/u;

/** A text of one line, such as a name: no control characters, and nothing that a mail program may take for a line break. */
export const SingleLineText = TrimmedText.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u);

/** A text with something to see: not only spaces, marks of direction and other characters that nothing is drawn for. */
export const visibleCharacter = /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Optional text: empty and null both mean that there is none. */
export const OptionalText = z
  .union([TrimmedText, z.null()])
  .transform((value): string | null => (value === '' ? null : value));

/** Optional text of which something can be seen; none otherwise. */
export const OptionalVisibleText = OptionalText.transform((value): string | null =>
  value !== null && visibleCharacter.test(value) ? value : null,
);

/** Six hexadecimal digits with a #; three digits are doubled, as in CSS: `#27B` is `#2277BB`. */
function toSixDigits(color: string): string {
  const digits = color.replace('#', '');
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}

/** `#2274B4` or `#27B`, in the letter case that was sent. The leading # is optional in requests; responses always have it. */
export const ColorIn = z
  .union(
    [z.string().regex(/^#?(?:[0-9a-fA-F]{3}){1,2}$/, { error: ruleError('color') }), z.literal(''), z.null()],
    { error: ruleError('color') },
  )
  .transform((value): string | null => (value ? toSixDigits(value) : null));

/** Colours that editors offer first: red, gold, blue, green (spec 3 §9). */
export const colorPresets = ['#A51A1A', '#E69327', '#2274B4', '#5BAA00'] as const;

/** A colour in a response. */
export const Color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/)
  .nullable();

/** An object without members: how PHP clients may write an empty list. */
const isEmptyObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

function toList(value: unknown): unknown {
  if (value === '' || value === null || isEmptyObject(value)) return [];
  return value === undefined || Array.isArray(value) ? value : [value];
}

/**
 * A list in a body, as clients write it: a bare value is a list of one; `{}`, null and an empty text are an empty list (API v3 §1.7).
 * @param list schema of the list
 */
export const listIn = <T extends z.ZodType<readonly unknown[]>>(
  list: T,
): z.ZodType<z.output<T>, z.input<T>> => z.preprocess(toList, list) as z.ZodType<z.output<T>, z.input<T>>;

/** A list in a body where null has a meaning of its own; an empty text is null too. */
export const listOrNullIn = <T extends z.ZodType<readonly unknown[]>>(
  list: T,
): z.ZodType<z.output<T> | null, z.input<T> | null> =>
  z.preprocess(
    (value) => (value === '' || value === null ? null : toList(value)),
    list.nullable(),
  ) as z.ZodType<z.output<T> | null, z.input<T> | null>;

/**
 * An object in a body, as clients write it: `[]`, null and an empty text are an object without members (API v3 §1.7).
 * @param object schema of the object
 */
export const objectIn = <T extends z.ZodType<object>>(object: T): z.ZodType<z.output<T>, z.input<T>> =>
  z.preprocess(
    (value) => (value === '' || value === null || (Array.isArray(value) && value.length === 0) ? {} : value),
    object,
  ) as z.ZodType<z.output<T>, z.input<T>>;

/** A value in a body where null has a meaning of its own; an empty text is null too. */
export const valueOrNullIn = <T extends z.ZodType>(
  value: T,
): z.ZodType<z.output<T> | null, z.input<T> | null> =>
  z.preprocess((sent) => (sent === '' ? null : sent), value.nullable()) as z.ZodType<
    z.output<T> | null,
    z.input<T> | null
  >;

const queryScalar = z.union([z.string(), z.number()]).transform(String);

/**
 * A list in a query: `key[]=a&key[]=b`, `key=a&key=b` or `key=a,b`. Empty members are dropped.
 * @param member schema of one member, which is parsed from text
 * @param maxLength number of members
 */
export const queryList = <T extends z.ZodType<unknown, string | number>>(
  member: T,
  maxLength?: number,
): QueryList<T> =>
  z
    .union([queryScalar, z.array(queryScalar)], { error: typeError('a list, such as a,b') })
    .transform((value) =>
      [value]
        .flat()
        .flatMap((part) => part.split(','))
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(
      (maxLength === undefined ? z.array(member) : z.array(member).max(maxLength)) as z.ZodType<
        z.output<T>[],
        string[]
      >,
    );

type QueryList<T extends z.ZodType> = z.ZodType<
  z.output<T>[],
  string | number | readonly (string | number)[]
>;
