/**
 * The form of an editor's page: checked with the contract's schemas while it is filled in, saved when it is right and
 * changed, and what the server refuses told at its field. Nothing typed is lost by a refusal.
 */
import { useForm } from '@mantine/form';
import { type FormEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { formatErrorMessages, formatFieldErrors } from '../../api/error-text.ts';
import { formatSchemaErrors } from '../../api/schema-errors.ts';

interface EditorFormOptions<Values, Saved> {
  /** What the fields hold at first. */
  initialValues: Values;
  /** What has to hold, which may depend on what is chosen. */
  schemaFor: (values: Values) => z.ZodType;
  /** What the fields are called, by the wire's names. */
  labels: Readonly<Record<string, string>>;
  /** Names of the wire that another field of the form stands for. */
  fieldAliases?: Readonly<Record<string, string>>;
  save: (values: Values) => Promise<Saved>;
  /** After it: the notice, the cache, the way on. The leave guard lets it go. */
  onSaved: (saved: Saved, values: Values) => void;
  /**
   * For a page that stays open after saving: what the fields hold from here on, of what was sent. What was typed in the
   * meantime stays, as something unsaved.
   */
  resetAfterSave?: (saved: Saved, values: Values) => Values;
}

export function useEditorForm<Values extends Record<string, unknown>, Saved>(
  options: EditorFormOptions<Values, Saved>,
) {
  const {
    initialValues: start,
    schemaFor,
    labels,
    fieldAliases: shownAt = {},
    save: send,
    onSaved,
    resetAfterSave: restart,
  } = options;
  const [problems, setProblems] = useState<readonly string[]>([]);
  const isSaved = useRef(false);
  const form = useForm<Values>({
    initialValues: start,
    validateInputOnBlur: true,
    validate: (values) => formatSchemaErrors(schemaFor(values), values, labels),
  });

  function showErrors(error: unknown): void {
    const errors = Object.fromEntries(
      Object.entries(formatFieldErrors(error, labels)).map(([field, text]) => [
        shownAt[field] ?? field,
        text,
      ]),
    );
    form.setErrors(errors);
    const first = Object.keys(form.values).find((field) => field in errors);
    if (first) form.getInputNode(first)?.focus();
    setProblems(first ? [] : formatErrorMessages(error));
  }

  async function submit(values: Values): Promise<void> {
    setProblems([]);
    try {
      const saved = await send(values);
      if (restart) {
        const next = restart(saved, values);
        const now = form.getValues();
        const kept = Object.fromEntries(
          Object.entries(now).filter(([field, value]) => value !== values[field]),
        );
        form.setInitialValues(next);
        form.resetDirty(next);
        form.setValues({ ...next, ...kept });
      } else isSaved.current = true;
      onSaved(saved, values);
    } catch (error) {
      showErrors(error);
    }
  }

  return {
    form,
    /** Messages that belong to no field. */
    problems,
    onSubmit: (event: FormEvent<HTMLFormElement>) => form.onSubmit(() => submit(form.getValues()))(event),
    canSave: form.isDirty() && schemaFor(form.values).safeParse(form.values).success,
    /** For the leave guard. */
    hasChanges: () => !isSaved.current && form.isDirty(),
  };
}
