import '@mantine/core/styles/Radio.layer.css';
import { Button, Group, Radio, TextInput } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import { secretMask } from '@waypost/contract/data-sources/data-providers';
import type { DataProvider } from '@waypost/contract/data-sources/data-sources';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/form/password-field.tsx';
import classes from './data-sources.module.css';
import { secretState } from './secret-state.ts';
import { getChoiceName, getOptionHint, getOptionLabel } from './source-labels.ts';
import { effectiveChoice, type SourceForm } from './use-source-form.ts';

interface Props {
  source: string;
  name: string;
  option: DataProvider['options'][string];
  form: SourceForm;
  /** The form names another server than the one that the stored secrets are for. */
  isServerChanged: boolean;
}

/** One option of a data source: a text, a choice, a secret that is never shown, or an explanation. */
export function OptionField({ source, name, option, form, isServerChanged: isOtherServer }: Props) {
  const { input, rules = [], placeholder, options = [], secret } = option;
  const label = getOptionLabel(source, name, option.label);
  const hint = getOptionHint(source, name, option.description);
  if (input === 'read-only-text')
    return (
      <div className={classes['step']}>
        {label !== '' && <strong>{label}</strong>}
        {hint && <p>{hint}</p>}
      </div>
    );
  const isRequired = rules.includes('required');
  const shared = { label, description: hint, withAsterisk: isRequired };
  if (input === 'radio')
    return (
      <Radio.Group
        {...form.getInputProps(name)}
        {...shared}
        size="md"
        value={effectiveChoice(form.values[name], option)}
        // The default is not stored where nothing was stored: otherwise the server would count as changed, and its secrets be dropped.
        onChange={(choice) =>
          form.setFieldValue(
            name,
            choice === option.default && form.getInitialValues()[name] === '' ? '' : choice,
          )
        }
      >
        <Group gap="lg" mt="xs">
          {options.map((choice) => (
            <Radio key={choice} value={choice} label={getChoiceName(choice)} />
          ))}
        </Group>
      </Radio.Group>
    );
  if (secret)
    return (
      <SecretField
        name={name}
        form={form}
        inputProps={{ ...shared, required: isRequired }}
        isServerChanged={isOtherServer}
      />
    );
  return (
    <TextInput
      {...form.getInputProps(name)}
      {...shared}
      required={isRequired}
      size="md"
      placeholder={placeholder}
      inputMode={rules.includes('number') ? 'numeric' : 'text'}
      maxLength={limits.providerOption}
      autoComplete="off"
      dir={rules.includes('number') || option.address ? 'ltr' : 'auto'}
    />
  );
}

interface SecretProps {
  name: string;
  form: SourceForm;
  inputProps: { label: string; description: string | undefined; withAsterisk: boolean; required: boolean };
  isServerChanged: boolean;
}

/** A stored secret is shown as a mask. Focusing the field clears it; leaving it empty restores the mask. */
function SecretField({ name, form, inputProps: shared, isServerChanged: isOtherServer }: SecretProps) {
  const { t } = useTranslation();
  const { onBlur, onFocus, ...field } = form.getInputProps(name);
  const wasStored = form.getInitialValues()[name] === secretMask;
  const isStored = form.values[name] === secretMask;
  const [isTyping, setTyping] = useState(false);
  const canKeep = wasStored && !isOtherServer && form.values[name] === '';
  const isReplacing = isTyping && canKeep;
  const state = isReplacing
    ? { text: t('dataSources.secretReplace'), isWarning: false }
    : secretState(form, name, isOtherServer, shared.required);
  const keepStored = () => {
    const isKept = wasStored && !isOtherServer && form.getValues()[name] === '';
    if (isKept) form.setFieldValue(name, secretMask);
    return isKept;
  };
  return (
    <div className={classes['secret']}>
      <PasswordField
        {...field}
        {...shared}
        description={
          <>
            {shared.description && !isStored && <span>{shared.description}</span>}
            <output className={classes['secretState']} data-warning={state?.isWarning || undefined}>
              {state?.text}
            </output>
          </>
        }
        maxLength={limits.providerOption}
        autoComplete="new-password"
        onFocus={(event) => {
          onFocus?.(event);
          setTyping(true);
          if (isStored) form.setFieldValue(name, '');
        }}
        onKeyDown={(event) => {
          // Enter submits the form.
          if (event.key === 'Enter') keepStored();
        }}
        onBlur={(event) => {
          setTyping(false);
          if (!keepStored()) onBlur?.(event);
        }}
      />
      {(isStored || canKeep) && !shared.required && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => form.setFieldValue(name, isStored ? '' : secretMask)}
        >
          {t(isStored || isReplacing ? 'dataSources.removeSecret' : 'dataSources.keepSecret', {
            name: shared.label,
          })}
        </Button>
      )}
    </div>
  );
}
