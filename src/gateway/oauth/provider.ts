import {
  auth,
  extractWWWAuthenticateParams,
  UnauthorizedError,
  type AuthProvider,
  type OAuthClientInformationContext,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';

import { VERSION } from '../../model/version.js';
import { ask } from './net.js';
import type { Login, Logins } from './store.js';

/** What the settings of a server say of its authorisation. */
export interface OAuthSettings {
  /** Of a client that was registered by hand; otherwise one is registered. */
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  /** What is asked for; otherwise what the server says. */
  scope?: string | undefined;
  /** A person logs in in a browser, or the client has rights of its own. */
  grant: 'authorization_code' | 'client_credentials';
  /** Where the browser comes back to on this machine; otherwise any port that is free. */
  redirectPort?: number | undefined;
}

/** A server that logins belong to. */
export interface Resource {
  name: string;
  url: string;
  settings: OAuthSettings;
}

/** So long before its end a token is renewed, in milliseconds. */
const AHEAD_MS = 30_000;

/** What the SDK asks for, answered from the logins. */
export class LoginProvider implements OAuthClientProvider {
  #verifier: string | undefined;

  /**
   * @param redirect where the browser comes back to; undefined where nobody logs in
   * @param open shows a person the page to log in at
   */
  constructor(
    private readonly logins: Logins,
    private readonly resource: Resource,
    private readonly redirect: string | undefined,
    private readonly open: (url: URL) => void,
    private readonly expectedState?: string,
  ) {}

  get redirectUrl(): string | undefined {
    return this.resource.settings.grant === 'client_credentials'
      ? undefined
      : (this.redirect ?? this.#login.redirect ?? 'http://127.0.0.1/callback');
  }

  get clientMetadata(): OAuthClientMetadata {
    const { grant, scope, clientSecret } = this.resource.settings;
    const { redirectUrl } = this;
    return {
      client_name: 'beadloom',
      software_id: 'beadloom',
      software_version: VERSION,
      redirect_uris: redirectUrl === undefined ? [] : [redirectUrl],
      grant_types:
        grant === 'client_credentials' ? ['client_credentials'] : ['authorization_code', 'refresh_token'],
      response_types: grant === 'client_credentials' ? [] : ['code'],
      token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_basic',
      ...(scope === undefined ? {} : { scope }),
    };
  }

  state(): string {
    return this.expectedState ?? '';
  }

  /** @throws Error where the server names another authorisation server than before for a client of the settings */
  clientInformation(context?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined {
    const { clientId, clientSecret } = this.resource.settings;
    const { client } = this.#login;
    if (clientId === undefined) {
      return client;
    }
    // What was registered by hand stays with the authorisation server that it was used with first.
    const bound = client?.client_id === clientId ? client.issuer : undefined;
    const issuer = bound ?? context?.issuer;
    if (context !== undefined && issuer !== context.issuer) {
      const { name } = this.resource;
      throw new Error(
        `the client of ${name} belongs to ${issuer}, and the server names ${context.issuer}; if that is right, run beadloom gateway logout ${name} first`,
      );
    }
    return {
      client_id: clientId,
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
      ...(issuer === undefined ? {} : { issuer }),
    };
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    const { clientId } = this.resource.settings;
    const { issuer } = client;
    // A secret of the settings stays there.
    const kept = clientId === undefined ? client : { client_id: clientId, ...(issuer && { issuer }) };
    this.#change({ client: kept, ...(this.redirect === undefined ? {} : { redirect: this.redirect }) });
  }

  tokens(_context?: OAuthClientInformationContext): StoredOAuthTokens | undefined {
    return this.#login.tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    const { expires_in: seconds } = tokens;
    const { expires: _, ...login } = this.#login;
    this.logins.set(this.resource.name, this.resource.url, {
      ...login,
      tokens,
      ...(typeof seconds === 'number' && seconds > 0 ? { expires: Date.now() + seconds * 1_000 } : {}),
    });
  }

  prepareTokenRequest(scope?: string): URLSearchParams | undefined {
    return this.resource.settings.grant === 'client_credentials'
      ? new URLSearchParams({ grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) })
      : undefined;
  }

  redirectToAuthorization(url: URL): void {
    this.open(url);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    if (this.#verifier === undefined) {
      throw new Error('no login was begun');
    }
    return this.#verifier;
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.#change({ discovery });
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#login.discovery;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    const login = { ...this.#login };
    const gone: Record<typeof scope, ReadonlyArray<keyof Login>> = {
      all: ['client', 'redirect', 'tokens', 'expires', 'discovery'],
      client: ['client', 'redirect'],
      tokens: ['tokens', 'expires'],
      verifier: [],
      discovery: ['discovery'],
    };
    gone[scope].forEach((key) => delete login[key]);
    this.logins.set(this.resource.name, this.resource.url, login);
  }

  get #login(): Login {
    return this.logins.get(this.resource.name, this.resource.url) ?? {};
  }

  #change(part: Partial<Login>): void {
    this.logins.set(this.resource.name, this.resource.url, { ...this.#login, ...part });
  }
}

/**
 * What a transport asks for the token of a server: the one of the login, renewed where that needs no person. Where it does, the
 * server needs a login, and no browser opens by itself.
 */
export class Tokens implements AuthProvider {
  readonly #provider: LoginProvider;
  #used: string | undefined;

  constructor(
    private readonly logins: Logins,
    private readonly resource: Resource,
  ) {
    this.#provider = new LoginProvider(logins, resource, undefined, () => {
      throw this.#needsLogin();
    });
  }

  async token(): Promise<string | undefined> {
    const login = this.#login;
    const { tokens, expires } = login ?? {};
    if (tokens !== undefined && expires !== undefined && expires - AHEAD_MS < Date.now() && this.#canRenew) {
      // What cannot be renewed may be good still: the server says.
      await this.#renew(tokens.access_token).catch(() => undefined);
    }
    this.#used = this.#login?.tokens?.access_token;
    return this.#used;
  }

  async onUnauthorized({ response }: { response: Response }): Promise<void> {
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
    if (scope !== undefined && scope !== this.#login?.scope) {
      await this.logins.alone(async () =>
        this.logins.set(this.resource.name, this.resource.url, { ...this.#login, scope }),
      );
    }
    if (!this.#canRenew) {
      throw this.#needsLogin();
    }
    await this.#renew(this.#used, resourceMetadataUrl, scope);
  }

  /** A new token, unless another process has one already. */
  async #renew(old: string | undefined, resourceMetadataUrl?: URL, scope?: string): Promise<void> {
    await this.logins.alone(async () => {
      const now = this.#login?.tokens?.access_token;
      if (now !== undefined && now !== old) {
        return;
      }
      const wanted = this.resource.settings.scope ?? scope;
      const result = await auth(this.#provider, {
        serverUrl: this.resource.url,
        fetchFn: ask,
        ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
        ...(wanted === undefined ? {} : { scope: wanted }),
      });
      if (result !== 'AUTHORIZED') {
        throw this.#needsLogin();
      }
    });
  }

  get #canRenew(): boolean {
    return (
      this.resource.settings.grant === 'client_credentials' ||
      this.#login?.tokens?.refresh_token !== undefined
    );
  }

  get #login(): Login | undefined {
    return this.logins.get(this.resource.name, this.resource.url);
  }

  #needsLogin(): UnauthorizedError {
    return new UnauthorizedError(
      `${this.resource.name} needs a login: run beadloom gateway login ${this.resource.name}`,
    );
  }
}
