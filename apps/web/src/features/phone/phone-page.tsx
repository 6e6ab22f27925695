/** Phones of people who are asked by text message, played on this screen: a survey is tried without a gateway. */
import '../../ui/targeted-words.ts';
import { Button, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { limits } from '@waypost/contract/limits';
import { listSimulatedPhones, type SimulatedPhone } from '@waypost/contract/targeted-surveys';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { useLoadedWords } from '../../ui/i18n.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState, ErrorState, LoadingList } from '../../ui/states.tsx';
import classes from './phone.module.css';
import { PhoneScreen } from './phone-screen.tsx';

/** Milliseconds between looks. */
const pace = 3000;

export function PhonePage() {
  useLoadedWords();
  const { t } = useTranslation();
  const { number } = useSearch({ from: '/settings/phone' });
  const [q, setQ] = useState('');
  const { data, error, refetch } = useQuery({
    ...read(listSimulatedPhones, { query: q === '' ? {} : { q } }, { quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: pace,
  });
  const phones = data?.results ?? [];
  const open = phones.find((it) => it.contact === number);
  const isEmpty = data !== undefined && phones.length === 0;
  return (
    <SettingsPage lead={t('phone.lead')} isWide>
      {error && !data && <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingList rows={4} height={64} />}
      {data && !data.is_on && <EmptyState title={t('phone.off')}>{t('phone.offText')}</EmptyState>}
      {data && (data.is_on || phones.length > 0) && (
        <div className={classes['page']} data-open={number === undefined ? undefined : ''}>
          <section className={classes['list']} aria-label={t('phone.list')}>
            {data.is_on && <OtherNumber />}
            {(phones.length > 8 || q !== '') && (
              <SearchField label={t('phone.search')} value={q} onSearch={setQ} />
            )}
            {isEmpty && q === '' && <EmptyState title={t('phone.none')}>{t('phone.noneText')}</EmptyState>}
            {isEmpty && q !== '' && <EmptyState title={t('phone.notFound')} />}
            <ul>
              {phones.map((phone) => (
                <PhoneRow key={phone.contact_id} phone={phone} isOpen={phone.contact === number} />
              ))}
            </ul>
          </section>
          {number === undefined ? (
            <div className={classes['nothing']}>
              <EmptyState title={t('phone.choose')}>{t('phone.chooseText')}</EmptyState>
            </div>
          ) : (
            <PhoneScreen
              key={number}
              number={number}
              contactId={open?.contact_id}
              code={open?.code}
              isOn={data.is_on}
            />
          )}
        </div>
      )}
    </SettingsPage>
  );
}

function PhoneRow({ phone, isOpen }: { phone: SimulatedPhone; isOpen: boolean }) {
  return (
    <li>
      <Link
        to="/settings/phone"
        search={{ number: phone.contact }}
        className={classes['phone']}
        aria-current={isOpen ? 'true' : undefined}
      >
        <bdi className={classes['number']}>{phone.contact}</bdi>
        <span className={classes['last']} dir="auto">
          {phone.message}
        </span>
      </Link>
    </li>
  );
}

/** A number that nobody wrote to yet, to send a report from. */
function OtherNumber() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const number = text.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!/\d/.test(number)) return;
    setText('');
    void navigate({ to: '/settings/phone', search: { number } });
  };
  return (
    <form noValidate className={classes['other']} onSubmit={submit}>
      <TextInput
        size="md"
        type="tel"
        autoComplete="off"
        maxLength={limits.phone}
        label={t('phone.number')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="md" variant="default">
        {t('phone.other')}
      </Button>
    </form>
  );
}
