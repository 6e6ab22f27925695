/** A form that is judged by a schema of the contract, here and by the server, with one text for each rule. */
import { useForm } from '@mantine/form';
import { faultsOf } from '@waypost/contract/faults';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { isApiError } from '../../api/api-error.ts';
import { entryText, problemText } from '../../api/fault-text.ts';

type Values = Record<string, string | boolean>;

interface ContractFormOptions<V extends Values, Out> {
  /** The names of its fields are those on the wire, so that the server's faults find them. */
  schema: z.ZodType<Out>;
  initial: V;
  /** What each field is called on the screen. */
  labels: Partial<Record<keyof V & string, string>>;
  /** Texts that say more than the usual ones, by field and rule: `{ 'email.taken': … }`. */
  texts?: Readonly<Record<string, string>>;
  /** What is told above the fields when the server refuses some of them. */
  refused?: string;
  /** What is told for a failure that concerns no field, where there is something better to say than usual. */
  failed?: (error: unknown) => string | null;
  /** @throws ApiError, whose faults are shown under their fields */
  send: (values: Out) => Promise<void>;
}

/** Counts without drawing anything anew. */
function counter() {
  let count = 0;
  return { count: () => count, next: () => void (count += 1) };
}

/** Texts under the fields, the first for each; and what the entries say that belong to no field. */
interface Told {
  errors: Record<string, string>;
  rest: string | null;
}

/**
 * What was typed stays whatever happens. A field is judged after it was left and when the form is sent; the first wrong one
 * then has the focus.
 * @returns `field(name)`: props of an input; `submit`: of the form; `problem`: for `ProblemAlert`; `disabledReason`: for
 *   `DisabledReason`
 */
export function useContractForm<V extends Values, Out>(options: ContractFormOptions<V, Out>) {
  const { schema, labels, texts = {}, refused, failed, send } = options;
  const [problem, setProblem] = useState<string | null>(null);

  const textOf = (field: string, code: string | undefined, entry: Parameters<typeof entryText>[0]) =>
    texts[`${field}.${code ?? ''}`] ?? entryText(entry, labels[field]) ?? problemText(null);

  function judge(values: V): Record<string, string> {
    const parsed = schema.safeParse(values, { reportInput: true });
    if (parsed.success) return {};
    const told = faultsOf(parsed.error).map(({ field, rule, params }): [string, string] => {
      const entry = {
        status: 422,
        code: rule,
        source: { pointer: `/${field}` },
        ...(params ? { params } : {}),
      };
      return [field, textOf(field, rule, entry)];
    });
    // The first of each field is what its owner reads.
    return Object.fromEntries(told.toReversed());
  }

  const form = useForm<V>({
    mode: 'controlled',
    initialValues: options.initial,
    validate: judge,
  });

  // What is judged later is judged by the rules of then: they may be others by the kind of thing that was chosen meanwhile.
  const latestForm = useRef(form);
  useEffect(() => {
    latestForm.current = form;
  });

  const [sends] = useState(counter);
  /**
   * Judges a field that was left with something in it. A little later: a text that appears at once would move the button
   * away from under the press that left the field. Not after the form was sent: the server's word stands.
   */
  function judgeLater(name: keyof V & string): void {
    const before = sends.count();
    setTimeout(() => {
      const latest = latestForm.current;
      if (sends.count() === before && latest.isDirty(name)) latest.validateField(name);
    }, 250);
  }

  function told(error: unknown): Told {
    const entries = isApiError(error) ? error.entries : [];
    const errors: Record<string, string> = {};
    let rest: string | null = null;
    for (const entry of entries) {
      const field = entry.source?.pointer.split('/')[1];
      if (field === undefined) continue;
      const text = textOf(field, entry.code, entry);
      if (field in options.initial) errors[field] ??= text;
      else rest ??= text;
    }
    return { errors, rest };
  }

  const focusFirst = (errors: object) => {
    const first = Object.keys(options.initial).find((it) => it in errors);
    if (first) form.getInputNode(first)?.focus();
  };

  async function trySend(values: V): Promise<void> {
    setProblem(null);
    sends.next();
    const parsed = schema.safeParse(values);
    if (!parsed.success) return;
    try {
      await send(parsed.data);
    } catch (error) {
      const { errors, rest } = told(error);
      form.setErrors(errors);
      focusFirst(errors);
      const isPlaced = Object.keys(errors).length > 0 && rest === null;
      setProblem(isPlaced ? (refused ?? null) : (rest ?? failed?.(error) ?? problemText(error)));
    }
  }

  return {
    form,
    problem,
    isBusy: form.submitting,
    isValid: () => form.isValid(),
    /** Why the form cannot be sent yet; null when it can be, or when a field tells it already. */
    disabledReason: (): string | null => {
      const faults = judge(form.values);
      const names = Object.keys(options.initial).filter((it) => it in faults);
      return names.some((it) => Boolean(form.errors[it])) ? null : (faults[names[0] ?? ''] ?? null);
    },
    submit: form.onSubmit(trySend, focusFirst),
    /** Props of the input for a text. */
    field: (name: keyof V & string) => ({
      ...form.getInputProps(name),
      onBlur: () => judgeLater(name),
      label: labels[name],
    }),
    /** Props of the input for a yes or no. */
    check: (name: keyof V & string) => ({
      ...form.getInputProps(name, { type: 'checkbox' }),
      label: labels[name],
    }),
  };
}
