import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Radio, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from '@waypost/contract/common/limits';
import { listUsers } from '@waypost/contract/users/users';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useHasPermission } from '../../../api/session.ts';
import classes from './edit-post.module.css';
import { findAuthorErrors, type PostAuthor } from './post-author.ts';

interface Props {
  value: PostAuthor;
  onChange: (value: PostAuthor) => void;
  /** Shows errors; true after an attempt to submit. */
  showErrors: boolean;
  /** Whether the form does not know who sent the post: then only the date can be changed. */
  isAuthorWithheld: boolean;
}

/** Milliseconds after the last keystroke. */
const debounceMs = 300;

/** Account search by name or email. Without the right to read accounts the author is shown read-only. */
function AccountField({ value, onChange }: Pick<Props, 'value' | 'onChange'>) {
  const { t } = useTranslation();
  const [query, setQuery] = useState(value.user?.name ?? '');
  const [q] = useDebouncedValue(query.trim(), debounceMs);
  const canReadAccounts = useHasPermission('Manage Users');
  const { data, isError, isFetching } = useQuery({
    ...buildEndpointQuery(listUsers, { query: { q, limit: 8, orderby: 'realname', order: 'asc' } }),
    placeholderData: keepPreviousData,
    enabled: canReadAccounts,
  });
  const isFixed = isError || !canReadAccounts;
  const formatName = (id: number, name: string | null) => name || t('post.author.unnamed', { id });
  const foundOptions = (data?.results ?? []).map((account) => ({
    value: String(account.id),
    label: [formatName(account.id, account.realname), account.email].filter(Boolean).join(' · '),
  }));
  const { user } = value;
  const currentOption = user ? [{ value: String(user.id), label: formatName(user.id, user.name) }] : [];
  const options = [
    ...foundOptions,
    ...currentOption.filter((option) => !foundOptions.some((other) => other.value === option.value)),
  ];
  return (
    <Select
      size="md"
      dir="auto"
      label={t('post.author.account')}
      description={isFixed ? t('post.author.noSearch') : undefined}
      placeholder={t('post.author.search')}
      searchable
      disabled={isFixed}
      allowDeselect={false}
      // The server has already filtered; a match by email would not match by name.
      filter={({ options }) => options}
      nothingFoundMessage={isFetching ? t('state.loading') : t('post.author.none')}
      data={options}
      value={user ? String(user.id) : null}
      onSearchChange={setQuery}
      onChange={(id) => {
        const selectedAccount = data?.results.find((account) => String(account.id) === id);
        if (selectedAccount)
          onChange({ ...value, user: { id: selectedAccount.id, name: selectedAccount.realname ?? '' } });
      }}
    />
  );
}

/** Author and date of a post. In a chunk of its own, since few users see it. keys: post.author.* */
export default function AuthorField({ value, onChange, showErrors, isAuthorWithheld }: Props) {
  const { t } = useTranslation();
  const name = useId();
  const [hasAccount, setHasAccount] = useState(value.user !== null);
  const invalidFields = new Set(showErrors ? findAuthorErrors(value) : []);
  const choose = (account: boolean) => {
    setHasAccount(account);
    if (!account) onChange({ ...value, user: null });
  };
  const kinds: [boolean, string][] = [
    [true, t('post.author.member')],
    [false, t('post.author.guest')],
  ];
  return (
    <fieldset className={classes['field']}>
      <legend>{t('post.author.title')}</legend>
      {(isAuthorWithheld ? [] : kinds).map(([account, label]) => (
        <Radio
          key={label}
          size="md"
          name={name}
          classNames={{ body: classes['choice'] ?? '' }}
          label={label}
          checked={hasAccount === account}
          onChange={() => choose(account)}
        />
      ))}
      <div className={classes['fields']}>
        {isAuthorWithheld ? null : hasAccount ? (
          <AccountField value={value} onChange={onChange} />
        ) : (
          <>
            <TextInput
              size="md"
              dir="auto"
              label={t('post.author.name')}
              value={value.realname}
              error={
                invalidFields.has('realname') &&
                t('fault.maxlength', { label: t('post.author.name'), max: limits.name })
              }
              onChange={(event) => onChange({ ...value, realname: event.currentTarget.value })}
            />
            <TextInput
              size="md"
              type="email"
              dir="ltr"
              label={t('post.author.email')}
              value={value.email}
              error={invalidFields.has('email') && t('fault.email', { label: t('post.author.email') })}
              onChange={(event) => onChange({ ...value, email: event.currentTarget.value })}
            />
          </>
        )}
        <TextInput
          size="md"
          type="datetime-local"
          max="9999-12-31T23:59"
          label={t('post.author.date')}
          value={value.date}
          error={invalidFields.has('date') && t('fault.date', { label: t('post.author.date') })}
          onChange={(event) => onChange({ ...value, date: event.currentTarget.value })}
        />
      </div>
    </fieldset>
  );
}
