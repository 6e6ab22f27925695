/**
 * The form of an editor: validated with the contract's schemas while it is filled in, saved when it is valid and changed.
 * Errors of the server are shown at their fields; nothing typed is lost.
 */
import { useForm } from '@mantine/form';
import { type FormEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { formatErrorMessages, formatFieldErrors } from '../../api/error-text.ts';
import { formatSchemaErrors } from '../../api/schema-errors.ts';
import { useSaveStatus } from '../../ui/form/use-save-status.ts';

interface EditorFormOptions<Values, Saved> {
  /** What the fields hold at first. */
  initialValues: Values;
  /** The schema, which may depend on the values. */
  schemaFor: (values: Values) => z.ZodType;
  /** Labels of the fields, by their names in the API. */
  labels: Readonly<Record<string, string>>;
  /** Names in the API whose errors are shown at another field of the form. */
  fieldAliases?: Readonly<Record<string, string>>;
  save: (values: Values) => Promise<Saved>;
  /** Called after saving: toast, cache, navigation. The guard for unsaved changes does not interfere. */
  onSaved: (saved: Saved, values: Values) => void;
  /**
   * For a page that stays open: the new values of the fields after saving. What was typed while the request was running is
   * kept as an unsaved change.
   */
  resetAfterSave?: (saved: Saved, values: Values) => Values;
}

/** Form state of an editor. */
export function useEditorForm<Values extends Record<string, unknown>, Saved>(
  options: EditorFormOptions<Values, Saved>,
) {
  const { initialValues, schemaFor, labels, fieldAliases = {}, save, onSaved, resetAfterSave } = options;
  const [problems, setProblems] = useState<readonly string[]>([]);
  const isSaved = useRef(false);
  const form = useForm<Values>({
    initialValues,
    validateInputOnBlur: true,
    validate: (values) => formatSchemaErrors(schemaFor(values), values, labels),
  });

  function showErrors(error: unknown): void {
    const errors = Object.fromEntries(
      Object.entries(formatFieldErrors(error, labels)).map(([field, text]) => [
        fieldAliases[field] ?? field,
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
      const saved = await save(values);
      if (resetAfterSave) {
        const next = resetAfterSave(saved, values);
        const unsaved = Object.fromEntries(
          Object.entries(form.getValues()).filter(([field, value]) => value !== values[field]),
        );
        form.setInitialValues(next);
        form.resetDirty(next);
        form.setValues({ ...next, ...unsaved });
      } else isSaved.current = true;
      onSaved(saved, values);
    } catch (error) {
      showErrors(error);
    }
  }

  const values = form.values;
  const invalidFields = Object.keys(formatSchemaErrors(schemaFor(values), values));
  const saveStatus = useSaveStatus(
    form.isDirty(),
    invalidFields.map((field) => labels[field] ?? labels[field.split(/[/.]/)[0] ?? field] ?? field),
  );
  return {
    form,
    /** What is said beside the button Save. */
    saveStatus,
    /** Errors that belong to no field. */
    problems,
    onSubmit: (event: FormEvent<HTMLFormElement>) => form.onSubmit(() => submit(form.getValues()))(event),
    canSave: form.isDirty() && invalidFields.length === 0,
    /** For the guard for unsaved changes. */
    hasChanges: () => !isSaved.current && form.isDirty(),
  };
}
