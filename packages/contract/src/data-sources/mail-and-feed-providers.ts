/** Mailboxes and social feeds (API v3 §2.14). Options that API v3 does not have are optional. */
import type { ProviderDescription } from './data-provider-description.ts';

const requiredRule = ['required'] as const;

/** The descriptions of mailboxes and feeds. */
export const mailAndFeedProviders = {
  email: {
    name: 'Email',
    services: ['email'],
    targetedSurveyRank: null,
    authentication: null,
    options: {
      intro_text: {
        label: '',
        input: 'read-only-text',
        description: 'Messages in a mailbox of your own become posts.',
      },
      incoming_type: {
        label: 'Type of server',
        input: 'radio',
        options: ['POP', 'IMAP'],
        // API v3 adds `number`, which rejects its own choices (a defect that is not copied).
        rules: requiredRule,
        endpoint: true,
      },
      incoming_server: { label: 'Server', input: 'text', rules: requiredRule, endpoint: true, host: true },
      incoming_port: {
        label: 'Port',
        input: 'text',
        description: '110 (POP), 995 (POP with SSL), 143 (IMAP), 993 (IMAP with SSL)',
        rules: ['required', 'number'],
        endpoint: true,
      },
      incoming_security: {
        label: 'Security',
        input: 'radio',
        options: ['None', 'SSL', 'TLS'],
        default: 'None',
        endpoint: true,
      },
      incoming_username: {
        label: 'User name',
        input: 'text',
        placeholder: 'reports@example.org',
        rules: requiredRule,
      },
      incoming_password: {
        label: 'Password',
        input: 'text',
        placeholder: '',
        rules: requiredRule,
        secret: true,
      },
    },
    inbound_fields: { Subject: 'text', Date: 'datetime', Message: 'text' },
  },
  /**
   * Only sends. It is switched like the others but not listed (API v3 §2.14). The operator's SMTP_URL takes
   * precedence.
   */
  outgoingemail: {
    name: 'Outgoing email',
    services: [],
    targetedSurveyRank: null,
    authentication: null,
    options: {
      outgoing_type: {
        label: 'Sent by',
        input: 'radio',
        description: 'SMTP: a mail server of your own. Sendmail and Native: the mail program of the machine.',
        options: ['SMTP', 'Sendmail', 'Native'],
        endpoint: true,
      },
      outgoing_server: {
        label: 'Server',
        input: 'text',
        placeholder: 'mail.example.org',
        endpoint: true,
        host: true,
      },
      outgoing_port: {
        label: 'Port',
        input: 'text',
        description: '25, 587 (with TLS), 465 (with SSL)',
        rules: ['number'],
        endpoint: true,
      },
      outgoing_security: {
        label: 'Security',
        input: 'radio',
        options: ['None', 'SSL', 'TLS'],
        default: 'None',
        endpoint: true,
      },
      outgoing_username: { label: 'User name', input: 'text' },
      outgoing_password: { label: 'Password', input: 'text', secret: true },
      from: { label: 'Sender', input: 'text', placeholder: 'reports@example.org' },
      from_name: { label: 'Name of the sender', input: 'text' },
    },
    inbound_fields: {},
  },
  twitter: {
    name: 'Twitter',
    services: ['twitter'],
    targetedSurveyRank: null,
    authentication: null,
    options: {
      intro_step1: {
        label: 'Step 1: Create an application',
        input: 'read-only-text',
        description: 'Create an application at the developer portal.',
      },
      intro_step2: {
        label: 'Step 2: Get its keys',
        input: 'read-only-text',
        description: 'Copy the keys and tokens of the application.',
      },
      consumer_key: { label: 'Consumer key', input: 'text', rules: requiredRule },
      consumer_secret: { label: 'Consumer secret', input: 'text', rules: requiredRule, secret: true },
      oauth_access_token: { label: 'Access token', input: 'text', rules: requiredRule },
      oauth_access_token_secret: {
        label: 'Access token secret',
        input: 'text',
        rules: requiredRule,
        secret: true,
      },
      twitter_search_terms: {
        label: 'Search terms',
        input: 'text',
        description: 'Separated by commas',
        rules: requiredRule,
      },
      url: {
        label: 'Address of the interface',
        input: 'text',
        placeholder: 'https://api.x.com',
        address: true,
        endpoint: true,
      },
    },
    inbound_fields: { Date: 'datetime', Message: 'text' },
  },
  mastodon: {
    name: 'Mastodon',
    services: ['twitter'],
    targetedSurveyRank: null,
    authentication: null,
    isExtension: true,
    options: {
      url: {
        label: 'Server',
        input: 'text',
        placeholder: 'https://mastodon.social',
        rules: requiredRule,
        address: true,
        endpoint: true,
      },
      search_terms: {
        label: 'Search terms',
        input: 'text',
        description: 'Separated by commas. #tags are open on most servers; words need an access token.',
        placeholder: '#flood, bridge closed',
        rules: requiredRule,
      },
      access_token: { label: 'Access token', input: 'text', secret: true },
    },
    inbound_fields: { Date: 'datetime', Message: 'text' },
  },
  rss: {
    name: 'RSS and Atom',
    services: ['twitter'],
    targetedSurveyRank: null,
    authentication: null,
    isExtension: true,
    options: {
      feed_urls: {
        label: 'Addresses of the feeds',
        input: 'text',
        description: 'Separated by commas',
        placeholder: 'https://news.example.org/feed',
        rules: requiredRule,
      },
      search_terms: {
        label: 'Search terms',
        input: 'text',
        description: 'Separated by commas. Only entries with one of them; all entries without any.',
      },
    },
    inbound_fields: { Title: 'text', Date: 'datetime', Message: 'text', Location: 'point' },
  },
} as const satisfies Record<string, ProviderDescription>;
