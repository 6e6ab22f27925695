/** Form state of a data source: its options, whether it is enabled, and its survey. */
import { isProviderId, secretMask } from '@waypost/contract/data-sources/data-providers';
import { type DataProvider, getProviderSchema } from '@waypost/contract/data-sources/data-sources';
import { isSourceAuthenticated } from '@waypost/contract/data-sources/source-authentication';
import { readConfig, saveConfig } from '@waypost/contract/settings/settings';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { useEditorForm } from '../../blocks/settings/use-editor-form.ts';
import { getOptionLabel } from './source-labels.ts';

/** The members of the settings group `data-provider` that this page uses. */
export const DataProviderSettings = z.looseObject({
  providers: z.preprocess((it) => (Array.isArray(it) ? {} : it), z.record(z.string(), z.unknown())).catch({}),
});
export type DataProviderSettings = z.infer<typeof DataProviderSettings>;

/** Form fields that are not options of the source. The underscore keeps them apart from the names of options. */
export const [enabledField, intoSurveyField, surveyField] = ['_on', '_into', '_survey'] as const;
export const getMappingField = (field: string) => `_field:${field}`;

/** The values of the inputs. */
export type SourceValues = Record<string, string | boolean>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listEditableOptions = ({ options }: DataProvider) =>
  Object.entries(options).filter(([, { input }]) => input !== 'read-only-text');

const getSourceSettings = (group: DataProviderSettings, id: string) => (isObject(group[id]) ? group[id] : {});

/** The selected value of an option, or its default while nothing is stored. */
export const effectiveChoice = (selected: unknown, option: DataProvider['options'][string]): string =>
  typeof selected === 'string' && selected !== '' ? selected : (option.default ?? '');

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

/** Sources of a newer server are not validated here. */
const getFormSchema = (id: string): z.ZodType =>
  isProviderId(id) ? getProviderSchema(id) : z.looseObject({});

/** Whether all options that the source needs are stored. */
export const isStoredComplete = (source: DataProvider, group: DataProviderSettings): boolean =>
  getFormSchema(source.id).safeParse(initialValues(source, group)).success;

const groupParams = { group: 'data-provider' };

/** The request body for one source. @param current the group as it is stored now */
function toGroupBody(source: DataProvider, values: SourceValues, current: DataProviderSettings) {
  const { id } = source;
  const survey = values[intoSurveyField] === true ? Number(values[surveyField]) : 0;
  const mapping = Object.keys(source.inbound_fields).flatMap((field) => {
    const target = values[getMappingField(field)];
    return survey > 0 && typeof target === 'string' && target !== '' ? [[field, target]] : [];
  });
  const own = {
    ...getSourceSettings(current, id),
    ...Object.fromEntries(
      listEditableOptions(source).map(([key]) => [key, String(values[key] ?? '').trim()]),
    ),
    form_id: survey > 0 ? survey : null,
    inbound_fields: Object.fromEntries(mapping) as Record<string, string>,
  };
  return { providers: { ...current.providers, [id]: values[enabledField] === true }, [id]: own };
}

/** @returns a function that saves one source */
function useSaveSource(source: DataProvider) {
  const save = useCall(saveConfig, { invalidates: [buildResourceKey('dataproviders')] });
  return async (values: SourceValues): Promise<DataProviderSettings> => {
    // `providers` is replaced as a whole: other sources may have been switched since the page was opened.
    const stored = await call(readConfig, { params: groupParams });
    const body = toGroupBody(source, values, DataProviderSettings.parse(stored));
    return DataProviderSettings.parse(await save.mutateAsync({ params: groupParams, body }));
  };
}

type SourceEditorForm = ReturnType<typeof useEditorForm<SourceValues, DataProviderSettings>>['form'];

/**
 * Removes the masks of stored secrets from the form while it names another server, since the API refuses masks then. Restores
 * them when the previous server is entered again.
 */
function useSecretMasks(
  source: DataProvider,
  form: SourceEditorForm,
): { isOtherServer: boolean; stored: string[] } {
  const removedMasks = useRef(new Set<string>());
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
        removedMasks.current.add(key);
        setFieldValue(key, '');
      } else if (!isServerChanged && values[key] === '' && removedMasks.current.delete(key))
        setFieldValue(key, secretMask);
    }
  });
  return { isOtherServer: isServerChanged && stored.length > 0, stored };
}

/** Names of the options without which outgoing mail is switched on and yet not sent: how it is sent, and its server. */
function listMissingMailOptions(source: DataProvider, values: SourceValues): string[] {
  if (source.id !== 'outgoingemail' || source.state === 'operator' || values[enabledField] !== true)
    return [];
  const { outgoing_type: type, outgoing_server: server } = values;
  if (type === '') return ['outgoing_type'];
  return type === 'SMTP' && server === '' ? ['outgoing_server'] : [];
}

/** Whether requests of the gateway are authenticated by these values. Older servers do not ask for it. */
const isAuthenticatedBy = ({ id, authenticated }: DataProvider, values: SourceValues): boolean =>
  authenticated === undefined || !isProviderId(id) || isSourceAuthenticated(id, values);

/**
 * Whether the server refuses the values since nothing authenticates the gateway. One that is on already may get another survey.
 * @param initial as stored
 */
const lacksAuthentication = (source: DataProvider, initial: SourceValues, values: SourceValues): boolean =>
  values[enabledField] === true &&
  !isAuthenticatedBy(source, values) &&
  (initial[enabledField] !== true ||
    listEditableOptions(source).some(([key]) => values[key] !== initial[key]));

/** @param onSaved called with the saved values and the names of the stored secrets that were removed */
export function useSourceForm(
  source: DataProvider,
  group: DataProviderSettings,
  onSaved: (values: SourceValues, droppedSecrets: readonly string[]) => void,
) {
  const saveSource = useSaveSource(source);
  const droppedSecrets = useRef<readonly string[]>([]);
  const [initial] = useState(() => initialValues(source, group));
  const schema = getFormSchema(source.id);
  const editor = useEditorForm<SourceValues, DataProviderSettings>({
    initialValues: initial,
    schemaFor: () => schema,
    labels: Object.fromEntries(
      listEditableOptions(source).map(([key, { label }]) => [key, getOptionLabel(source.id, key, label)]),
    ),
    save: (values) => {
      droppedSecrets.current = stored.filter((key) => values[key] === '');
      return saveSource(values);
    },
    onSaved: (_saved, values) => onSaved(values, droppedSecrets.current),
    resetAfterSave: (saved) => initialValues(source, saved),
  });
  const { values } = editor.form;
  const { isOtherServer, stored } = useSecretMasks(source, editor.form);
  const hasSurvey = values[intoSurveyField] !== true || values[surveyField] !== '';
  const parsed = schema.safeParse(values);
  const needsAuthentication = lacksAuthentication(source, editor.form.getInitialValues(), values);
  const missingMailOptions = listMissingMailOptions(source, values);
  return {
    ...editor,
    /** Whether its options are valid, so that it can be enabled. */
    isReady: parsed.success,
    /** Names of the options that are invalid or missing. */
    invalidOptions: parsed.success
      ? missingMailOptions
      : [...new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? '')))],
    hasSurvey,
    /** Neither a signature nor a secret authenticates the gateway. */
    isUnsafe: !isAuthenticatedBy(source, values),
    /** It must be authenticated before it can be saved. */
    needsAuthentication,
    canSave: editor.canSave && hasSurvey && !needsAuthentication && missingMailOptions.length === 0,
    /** Whether the form names another server: stored secrets are only for the previous one and must be typed again. */
    isOtherServer,
  };
}

export type SourceForm = ReturnType<typeof useSourceForm>['form'];
