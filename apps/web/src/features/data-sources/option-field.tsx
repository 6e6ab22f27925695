/** One option of a data source: a text, a choice, a secret that is never shown, or an explanation. */
import '@mantine/core/styles/Radio.layer.css';
import { Button, Group, Radio, TextInput } from '@mantine/core';
import { secretMask } from '@waypost/contract/data-providers';
import type { DataProvider } from '@waypost/contract/data-sources';
import { limits } from '@waypost/contract/limits';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/password-field.tsx';
import classes from './data-sources.module.css';
import { choiceName, hintOf, labelOf } from './source-words.ts';
import type { SourceForm } from './use-source-form.ts';

interface Props {
  source: string;
  name: string;
  option: DataProvider['options'][string];
  form: SourceForm;
  /** Another server than the one that stored secrets are for. */
  isOtherServer: boolean;
}

export function OptionField({ source, name, option, form, isOtherServer }: Props) {
  const { input, rules = [], placeholder, options = [], secret } = option;
  const label = labelOf(source, name, option.label);
  const hint = hintOf(source, name, option.description);
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
      <Radio.Group {...form.getInputProps(name)} {...shared} size="md">
        <Group gap="lg" mt="xs">
          {options.map((choice) => (
            <Radio key={choice} value={choice} label={choiceName(choice)} />
          ))}
        </Group>
      </Radio.Group>
    );
  if (secret)
    return (
      <SecretField
        name={name}
        form={form}
        shared={{ ...shared, required: isRequired }}
        isOtherServer={isOtherServer}
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
  shared: { label: string; description: string | undefined; withAsterisk: boolean; required: boolean };
  isOtherServer: boolean;
}

/** A stored secret stands as a mask, which is no text to write on: whoever enters the field begins anew, or leaves it. */
function SecretField({ name, form, shared, isOtherServer }: SecretProps) {
  const { t } = useTranslation();
  const { onBlur, onFocus, ...field } = form.getInputProps(name);
  const wasStored = form.getInitialValues()[name] === secretMask;
  const isStored = form.values[name] === secretMask;
  const again = isOtherServer && wasStored ? t('dataSources.secretAgain') : undefined;
  return (
    <div className={classes['secret']}>
      <PasswordField
        {...field}
        {...shared}
        description={isStored ? t('dataSources.secretStored') : (again ?? shared.description)}
        maxLength={limits.providerOption}
        autoComplete="new-password"
        onFocus={(event) => {
          onFocus?.(event);
          if (isStored) form.setFieldValue(name, '');
        }}
        onBlur={(event) => {
          if (wasStored && !isOtherServer && form.getValues()[name] === '')
            form.setFieldValue(name, secretMask);
          else onBlur?.(event);
        }}
      />
      {isStored && !shared.required && (
        <Button variant="subtle" size="compact-sm" onClick={() => form.setFieldValue(name, '')}>
          {t('dataSources.removeSecret', { name: shared.label })}
        </Button>
      )}
    </div>
  );
}
