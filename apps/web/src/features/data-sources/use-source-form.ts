/** What the form of a data source holds, when it is right, and what is sent: its own options, its switch, its survey. */
import { useQueryClient } from '@tanstack/react-query';
import { isProviderId, secretMask } from '@waypost/contract/data-sources/data-providers';
import { type DataProvider, getProviderSchema } from '@waypost/contract/data-sources/data-sources';
import { readConfig, saveConfig } from '@waypost/contract/settings/settings';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useEditorForm } from '../../blocks/settings/use-editor-form.ts';
import { getOptionLabel } from './source-labels.ts';

/** The group `data-provider`, as far as this page reads it. */
export const DataProviderSettings = z.looseObject({
  providers: z.preprocess((it) => (Array.isArray(it) ? {} : it), z.record(z.string(), z.unknown())).catch({}),
});
export type DataProviderSettings = z.infer<typeof DataProviderSettings>;

/** Nothing in the form is called as an option of a source may be. */
export const [enabledField, intoSurveyField, surveyField] = ['_on', '_into', '_survey'] as const;
export const getMappingField = (field: string) => `_field:${field}`;

/** Texts, and two switches. */
export type SourceValues = Record<string, string | boolean>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listEditableOptions = ({ options }: DataProvider) =>
  Object.entries(options).filter(([, { input }]) => input !== 'read-only-text');

const getSourceSettings = (group: DataProviderSettings, id: string) => (isObject(group[id]) ? group[id] : {});

/** What a choice stands at: what is chosen, else what holds while nothing is stored. */
export const effectiveChoice = (chosen: unknown, option: DataProvider['options'][string]): string =>
  typeof chosen === 'string' && chosen !== '' ? chosen : (option.default ?? '');

/** Options are texts and numbers. */
const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function initialValues(source: DataProvider, group: DataProviderSettings): SourceValues {
  const own = getSourceSettings(group, source.id);
  const mapping = isObject(own['inbound_fields']) ? own['inbound_fields'] : {};
  const survey = own['form_id'];
  return {
    ...Object.fromEntries(listEditableOptions(source).map(([key]) => [key, toText(own[key])])),
    [enabledField]: group.providers[source.id] === true,
    [intoSurveyField]: typeof survey === 'number',
    [surveyField]: typeof survey === 'number' ? String(survey) : '',
    ...Object.fromEntries(
      Object.keys(source.inbound_fields).map((field) => [getMappingField(field), toText(mapping[field])]),
    ),
  };
}

/** Sources of a newer server have rules that this page cannot know. */
const getFormSchema = (id: string): z.ZodType =>
  isProviderId(id) ? getProviderSchema(id) : z.looseObject({});

/** Whether all options that the source needs are stored. */
export const isStoredComplete = (source: DataProvider, group: DataProviderSettings): boolean =>
  getFormSchema(source.id).safeParse(initialValues(source, group)).success;

const groupParams = { group: 'data-provider' };

/** Sends one source's part. The switches of the others are as they are now, and not as they were when the page was opened. */
async function saveSource(source: DataProvider, values: SourceValues): Promise<DataProviderSettings> {
  const { id } = source;
  const now = DataProviderSettings.parse(await call(readConfig, { params: groupParams }, { quiet: true }));
  const survey = values[intoSurveyField] === true ? Number(values[surveyField]) : 0;
  const mapping = Object.keys(source.inbound_fields).flatMap((field) => {
    const target = values[getMappingField(field)];
    return survey > 0 && typeof target === 'string' && target !== '' ? [[field, target]] : [];
  });
  const own = {
    ...getSourceSettings(now, id),
    ...Object.fromEntries(
      listEditableOptions(source).map(([key]) => [key, String(values[key] ?? '').trim()]),
    ),
    form_id: survey > 0 ? survey : null,
    inbound_fields: Object.fromEntries(mapping) as Record<string, string>,
  };
  const body = { providers: { ...now.providers, [id]: values[enabledField] === true }, [id]: own };
  return DataProviderSettings.parse(await call(saveConfig, { params: groupParams, body }, { quiet: true }));
}

type SourceEditorForm = ReturnType<typeof useEditorForm<SourceValues, DataProviderSettings>>['form'];

/**
 * Takes the masks of stored secrets out of the form while another server stands in it, as the server would refuse them there,
 * and puts them back when the server of before does.
 */
function useSecretMasks(
  source: DataProvider,
  form: SourceEditorForm,
): { isOtherServer: boolean; stored: string[] } {
  const taken = useRef(new Set<string>());
  const initial = form.getInitialValues();
  const { values } = form;
  const options = listEditableOptions(source);
  const isServerChanged = options.some(
    ([key, { endpoint }]) =>
      endpoint && String(values[key] ?? '').trim() !== String(initial[key] ?? '').trim(),
  );
  const stored = options.flatMap(([key, { secret }]) => (secret && initial[key] === secretMask ? [key] : []));
  const { setFieldValue } = form;
  useEffect(() => {
    for (const key of stored) {
      if (isServerChanged && values[key] === secretMask) {
        taken.current.add(key);
        setFieldValue(key, '');
      } else if (!isServerChanged && values[key] === '' && taken.current.delete(key))
        setFieldValue(key, secretMask);
    }
  });
  return { isOtherServer: isServerChanged && stored.length > 0, stored };
}

/** @param onSaved given what was saved, and the names of secrets that were stored before and are no more */
export function useSourceForm(
  source: DataProvider,
  group: DataProviderSettings,
  onSaved: (values: SourceValues, droppedSecrets: readonly string[]) => void,
) {
  const cache = useQueryClient();
  const dropped = useRef<readonly string[]>([]);
  const [first] = useState(() => initialValues(source, group));
  const schema = getFormSchema(source.id);
  const editor = useEditorForm<SourceValues, DataProviderSettings>({
    initialValues: first,
    schemaFor: () => schema,
    labels: Object.fromEntries(
      listEditableOptions(source).map(([key, { label }]) => [key, getOptionLabel(source.id, key, label)]),
    ),
    save: (values) => {
      dropped.current = stored.filter((key) => values[key] === '');
      return saveSource(source, values);
    },
    onSaved: (_saved, values) => {
      void cache.invalidateQueries({ queryKey: buildResourceKey('dataproviders') });
      onSaved(values, dropped.current);
    },
    resetAfterSave: (saved) => initialValues(source, saved),
  });
  const { values } = editor.form;
  const { isOtherServer, stored } = useSecretMasks(source, editor.form);
  const hasSurvey = values[intoSurveyField] !== true || values[surveyField] !== '';
  const parsed = schema.safeParse(values);
  return {
    ...editor,
    /** Its own options are right: it could be switched on. */
    isReady: parsed.success,
    /** Names of the options that keep the form from being saved. */
    invalidOptions: parsed.success
      ? []
      : [...new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? '')))],
    hasSurvey,
    canSave: editor.canSave && hasSurvey,
    /** Stored secrets are good for the server of before alone: they are dropped, or have to be typed again. */
    isOtherServer,
  };
}

export type SourceForm = ReturnType<typeof useSourceForm>['form'];
