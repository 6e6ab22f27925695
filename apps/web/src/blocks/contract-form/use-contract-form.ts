/** A form that is judged by a schema of the contract, here and by the server, with one text for each rule. */
import { useForm } from '@mantine/form';
import { zodErrorToFieldErrors } from '@waypost/contract/common/field-errors';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { isApiError } from '../../api/api-error.ts';
import { formatErrorEntry, formatErrorMessage } from '../../api/error-text.ts';

type FormValues = Record<string, string | boolean>;

interface ContractFormOptions<V extends FormValues, Out> {
  /** The names of its fields are those on the wire, so that the server's faults find them. */
  schema: z.ZodType<Out>;
  initialValues: V;
  /** What each field is called on the screen. */
  labels: Partial<Record<keyof V & string, string>>;
  /** Texts that say more than the usual ones, by field and rule: `{ 'email.taken': … }`. */
  errorTexts?: Readonly<Record<string, string>>;
  /** What is told above the fields when the server refuses some of them. */
  validationFailedText?: string;
  /** What is told for a failure that concerns no field, where there is something better to say than usual. */
  formatFailure?: (error: unknown) => string | null;
  /** @throws ApiError, whose faults are shown under their fields */
  submitValues: (values: Out) => Promise<void>;
}

/** Counts without drawing anything anew. */
function createCounter() {
  let count = 0;
  return { count: () => count, next: () => void (count += 1) };
}

/** Texts under the fields, the first for each; and what the entries say that belong to no field. */
interface FormErrorTexts {
  errors: Record<string, string>;
  formError: string | null;
}

/**
 * What was typed stays whatever happens. A field is judged after it was left and when the form is sent; the first wrong one
 * then has the focus.
 * @returns `field(name)`: props of an input; `submit`: of the form; `problem`: for `ProblemAlert`; `disabledReason`: for
 *   `DisabledReason`
 */
export function useContractForm<V extends FormValues, Out>(options: ContractFormOptions<V, Out>) {
  const {
    schema,
    labels,
    errorTexts: texts = {},
    validationFailedText: refused,
    formatFailure: failed,
    submitValues: send,
  } = options;
  const [problem, setProblem] = useState<string | null>(null);

  const textOf = (field: string, code: string | undefined, entry: Parameters<typeof formatErrorEntry>[0]) =>
    texts[`${field}.${code ?? ''}`] ?? formatErrorEntry(entry, labels[field]) ?? formatErrorMessage(null);

  function validate(values: V): Record<string, string> {
    const parsed = schema.safeParse(values, { reportInput: true });
    if (parsed.success) return {};
    const fieldTexts = zodErrorToFieldErrors(parsed.error).map(
      ({ field, rule, params }): [string, string] => {
        const entry = {
          status: 422,
          code: rule,
          source: { pointer: `/${field}` },
          ...(params ? { params } : {}),
        };
        return [field, textOf(field, rule, entry)];
      },
    );
    // The first of each field is what its owner reads.
    return Object.fromEntries(fieldTexts.toReversed());
  }

  const form = useForm<V>({
    mode: 'controlled',
    initialValues: options.initialValues,
    validate: validate,
  });

  // What is judged later is judged by the rules of then: they may be others by the kind of thing that was chosen meanwhile.
  const latestForm = useRef(form);
  useEffect(() => {
    latestForm.current = form;
  });

  const [submissions] = useState(createCounter);
  /**
   * Judges a field that was left with something in it. A little later: a text that appears at once would move the button
   * away from under the press that left the field. Not after the form was sent: the server's word stands.
   */
  function validateAfterBlur(name: keyof V & string): void {
    const before = submissions.count();
    setTimeout(() => {
      const latest = latestForm.current;
      if (submissions.count() === before && latest.isDirty(name)) latest.validateField(name);
    }, 250);
  }

  function told(error: unknown): FormErrorTexts {
    const entries = isApiError(error) ? error.entries : [];
    const errors: Record<string, string> = {};
    let rest: string | null = null;
    for (const entry of entries) {
      const field = entry.source?.pointer.split('/')[1];
      if (field === undefined) continue;
      const text = textOf(field, entry.code, entry);
      if (field in options.initialValues) errors[field] ??= text;
      else rest ??= text;
    }
    return { errors, formError: rest };
  }

  const focusFirst = (errors: object) => {
    const first = Object.keys(options.initialValues).find((it) => it in errors);
    if (first) form.getInputNode(first)?.focus();
  };

  async function submit(values: V): Promise<void> {
    setProblem(null);
    submissions.next();
    const parsed = schema.safeParse(values);
    if (!parsed.success) return;
    try {
      await send(parsed.data);
    } catch (error) {
      const { errors, formError: rest } = told(error);
      form.setErrors(errors);
      focusFirst(errors);
      const isShownAtFields = Object.keys(errors).length > 0 && rest === null;
      setProblem(
        isShownAtFields ? (refused ?? null) : (rest ?? failed?.(error) ?? formatErrorMessage(error)),
      );
    }
  }

  return {
    form,
    problem,
    isBusy: form.submitting,
    isValid: () => form.isValid(),
    /** Why the form cannot be sent yet; null when it can be, or when a field tells it already. */
    disabledReason: (): string | null => {
      const faults = validate(form.values);
      const names = Object.keys(options.initialValues).filter((it) => it in faults);
      return names.some((it) => Boolean(form.errors[it])) ? null : (faults[names[0] ?? ''] ?? null);
    },
    submit: form.onSubmit(submit, focusFirst),
    /** Props of the input for a text. */
    field: (name: keyof V & string) => ({
      ...form.getInputProps(name),
      onBlur: () => validateAfterBlur(name),
      label: labels[name],
    }),
    /** Props of the input for a yes or no. */
    check: (name: keyof V & string) => ({
      ...form.getInputProps(name, { type: 'checkbox' }),
      label: labels[name],
    }),
  };
}
