import '../../ui/i18n/targeted-survey-labels.ts';
import { Button, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { limits } from '@waypost/contract/common/limits';
import {
  listSimulatedPhones,
  type SimulatedPhone,
} from '@waypost/contract/targeted-surveys/targeted-surveys';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { SimulatedPhonePanel } from './simulated-phone-panel.tsx';
import classes from './simulated-phones.module.css';

/** Milliseconds between looks. */
const pollIntervalMs = 3000;

/** Phones of people who are asked by text message, played on this screen: a survey is tried without a gateway. */
export function SimulatedPhonesPage() {
  useLoadedTranslations();
  const { t } = useTranslation();
  const { number } = useSearch({ from: '/settings/phone' });
  const [q, setQ] = useState('');
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(listSimulatedPhones, { query: q === '' ? {} : { q } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: pollIntervalMs,
  });
  const phones = data?.results ?? [];
  const open = phones.find((it) => it.contact === number);
  const isEmpty = data !== undefined && phones.length === 0;
  return (
    <SettingsPage lead={t('phone.lead')} isWide>
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={4} height={64} />}
      {data && !data.is_on && <EmptyState title={t('phone.off')}>{t('phone.offText')}</EmptyState>}
      {data && (data.is_on || phones.length > 0) && (
        <div className={classes['page']} data-open={number === undefined ? undefined : ''}>
          <section className={classes['list']} aria-label={t('phone.list')}>
            {data.is_on && <OtherNumberForm />}
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
            <div className={classes['placeholder']}>
              <EmptyState title={t('phone.choose')}>{t('phone.chooseText')}</EmptyState>
            </div>
          ) : (
            <SimulatedPhonePanel
              key={number}
              number={number}
              contactId={open?.contact_id}
              codeMessage={open?.code}
              isSimulatorOn={data.is_on}
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
        <span className={classes['lastMessage']} dir="auto">
          {phone.message}
        </span>
      </Link>
    </li>
  );
}

/** A number that nobody wrote to yet, to send a report from. */
function OtherNumberForm() {
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
    <form noValidate className={classes['otherNumber']} onSubmit={submit}>
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
