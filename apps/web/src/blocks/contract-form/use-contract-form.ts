/** A form that is validated by a schema of the contract, here and on the server, with the same messages. */
import { useForm } from '@mantine/form';
import { zodErrorToFieldErrors } from '@waypost/contract/common/field-errors';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { isApiError } from '../../api/api-error.ts';
import { formatErrorEntry, formatErrorMessage } from '../../api/error-text.ts';

type FormValues = Record<string, string | boolean>;

interface ContractFormOptions<V extends FormValues, Out> {
  /** Its fields have their names in the API, so that the server's errors can be assigned to them. */
  schema: z.ZodType<Out>;
  initialValues: V;
  /** Labels of the fields. */
  labels: Partial<Record<keyof V & string, string>>;
  /** Messages that replace the default ones, by field and code: `{ 'email.taken': … }`. */
  errorTexts?: Readonly<Record<string, string>>;
  /** Shown above the fields when the server rejects some of them. */
  validationFailedText?: string;
  /** A better message for an error that concerns no field; null for the default. */
  formatFailure?: (error: unknown) => string | null;
  /** @throws ApiError, whose field errors are shown at the fields */
  submitValues: (values: Out) => Promise<void>;
}

/** A counter that causes no rendering. */
function createCounter() {
  let count = 0;
  return { count: () => count, next: () => void (count += 1) };
}

/** The first message of each field, and the first message of an entry that belongs to no field. */
interface FormErrorTexts {
  errors: Record<string, string>;
  formError: string | null;
}

/**
 * Form state. Values are kept after any error. A field is validated after it was left and when the form is submitted; the
 * first invalid field then gets the focus.
 * @returns `field(name)` and `check(name)`: props of an input; `submit`: handler of the form; `problem`: for `ProblemAlert`
 */
export function useContractForm<V extends FormValues, Out>(options: ContractFormOptions<V, Out>) {
  const { schema, labels, errorTexts = {}, validationFailedText, formatFailure, submitValues } = options;
  const [problem, setProblem] = useState<string | null>(null);

  const formatEntry = (
    field: string,
    code: string | undefined,
    entry: Parameters<typeof formatErrorEntry>[0],
  ) =>
    errorTexts[`${field}.${code ?? ''}`] ??
    formatErrorEntry(entry, labels[field]) ??
    formatErrorMessage(null);

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
        return [field, formatEntry(field, rule, entry)];
      },
    );
    // Reversed, so that the first message of a field wins.
    return Object.fromEntries(fieldTexts.toReversed());
  }

  const form = useForm<V>({ mode: 'controlled', initialValues: options.initialValues, validate });

  // Delayed validation uses the current rules, which may depend on values that were changed meanwhile.
  const latestForm = useRef(form);
  useEffect(() => {
    latestForm.current = form;
  });

  const [submissions] = useState(createCounter);
  /**
   * Validates a changed field after it was left. Delayed: a message that appears at once would move the button away from
   * under the click that left the field. Not after the form was submitted: the server's messages stay.
   */
  function validateAfterBlur(name: keyof V & string): void {
    const submissionsBefore = submissions.count();
    setTimeout(() => {
      const latest = latestForm.current;
      if (submissions.count() === submissionsBefore && latest.isDirty(name)) latest.validateField(name);
    }, 250);
  }

  function formatServerErrors(error: unknown): FormErrorTexts {
    const entries = isApiError(error) ? error.entries : [];
    const errors: Record<string, string> = {};
    let formError: string | null = null;
    for (const entry of entries) {
      const field = entry.source?.pointer.split('/')[1];
      if (field === undefined) continue;
      const text = formatEntry(field, entry.code, entry);
      if (field in options.initialValues) errors[field] ??= text;
      else formError ??= text;
    }
    return { errors, formError };
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
      await submitValues(parsed.data);
    } catch (error) {
      const { errors, formError } = formatServerErrors(error);
      form.setErrors(errors);
      focusFirst(errors);
      const isShownAtFields = Object.keys(errors).length > 0 && formError === null;
      setProblem(
        isShownAtFields
          ? (validationFailedText ?? null)
          : (formError ?? formatFailure?.(error) ?? formatErrorMessage(error)),
      );
    }
  }

  return {
    form,
    problem,
    isBusy: form.submitting,
    isValid: () => form.isValid(),
    submit: form.onSubmit(submit, focusFirst),
    /** Props of a text input. */
    field: (name: keyof V & string) => ({
      ...form.getInputProps(name),
      onBlur: () => validateAfterBlur(name),
      label: labels[name],
    }),
    /** Props of a checkbox. */
    check: (name: keyof V & string) => ({
      ...form.getInputProps(name, { type: 'checkbox' }),
      label: labels[name],
    }),
  };
}
