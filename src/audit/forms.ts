/** What tokens look like: the prefixes that their issuers gave them, and the forms that can be told without one. Sorted by kind of issuer. */

/** Prefixes that begin nothing but a token. */
const sure = `
  ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glffct- glimt- glagent- glsoat- gloas- glwt- GR1348941
  ATATT3 ATCTT3 ATSTT3 CCIPAT_ CCIPRJ_ sgp_ squ_ sqp_ sqa_ bkua_ figd_ figo_ lin_api_ lin_oauth_ ntn_ rdme_ tfp_ CFPAT-
  npm_ pypi-AgE rubygems_ CLOJARS_ dckr_pat_ dckr_oat_
  dop_v1_ doo_v1_ dor_v1_ fo1_ fm1_ fm1a_ fm1r_ fm2_ HRKU- nfp_ vcp_ napi_ pscale_tkn_ pscale_pw_ pscale_oauth_ sbp_ sb_secret_
  vk1.a. GOCSPX- ya29. dt0c01. dt0s01. dt0s16. tskey- hvs. hvb. hvr. dp.pt. dp.st. dp.sa. dp.ct. dp.scim. dp.audit. ops_eyJ SWMTKN-1-
  AGE-SECRET-KEY-1 AGE-PLUGIN- glc_ glsa_ eyJrIjoi hcaik_ hcalk_ NRAK- NRJS- NRII- NRRA- NRIQ- sntrys_ sntryu_ phx_ PMAK- PMAT-
  hf_ sk-proj- sk-ant- sk-svcacct- sk-admin- sk-or-v1- gsk_ xai- pplx- nvapi- lsv2_pt_ lsv2_sk_ pcsk_ tvly- apify_api_ n8n_api_
  xoxa- xoxb- xoxc- xoxd- xoxe- xoxe.xoxb- xoxe.xoxp- xoxo- xoxp- xoxr- xoxs- xapp-1-
  sk_live_ sk_test_ rk_live_ rk_test_ whsec_ sq0atp- sq0csp- shpat_ shpca_ shppa_ shpss_ rzp_live_ rzp_test_ FLWSECK- FLWSECK_TEST-
  shippo_live_ shippo_test_ duffel_live_ duffel_test_ xkeysib- xsmtpsib- dnkey- scauth_
`;

/** Prefixes that begin other words too: what follows has to look random. */
const unsure = `
  sk- pk- rk- sk_ rk_ pk_live_ pk_test_ key- tk- live_ test_ secret_ s. b. sl. pat pat- pat. sat. api- API- api_org_ mob- sdk- oy2 cio k_ fc- fw_ md- re_ r8_ e2b_ jina_
  csk- tgp_v1_ ATBB AKCp cmVmd LTAI AKID AQVN y0_ t1. 1//0 ABSK dapi dose dkea dbtc_ dbtu_ pnu_ pul- ico- fio-u- rnd_ nfc_ nfo_ vci_ vca_ vck_
  EAAA EZAK EZTK access-production- access-sandbox- access-development- polar_ cal_live_ SG. sm_aat_ tr_dev_ tr_prod_ signkey- p8e- dG9r phc_ mfa.
  endr+ sgv. u-s4t2ud- s-s4t2ud- oauth: xprv zprv AQE ddp_ ddw_ bkaj_
`;

/** Reading this many patterns takes a millisecond, and few texts have a word that is long enough for them. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const escaped = (prefix: string) => prefix.replace(/[.+*?^$(){}|[\]\\/]/g, "\\$&");
const anyOf = (prefixes: string) => prefixes.trim().split(/\s+/).map(escaped).join("|");

/**
 * For texts with a long word. First, what the form cannot be without: most texts hold no secret, and a process that refuses a line logs
 * once, so a pattern is only tried, which compiles it, where something speaks for it. Group 1, where there is one, is what stands before
 * the secret.
 */
export const forms = once((): readonly (readonly [needs: string, RegExp])[] => [
  ["", new RegExp(`(?<![A-Za-z0-9])(?:${anyOf(sure)})[\\w.~+/=-]{10,}`, "g")],
  [
    "PRIVATE KEY",
    /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  ],
  ["Private-Lines", /(Private-Lines: \d+\n)[\s\S]*?(?=\nPrivate-MAC|$)/g],
  ["Private-MAC", /(Private-MAC: )[0-9a-f]+/g],
  // JSON Web Tokens, and what else is JSON in base64
  ["eyJ", /\beyJ[\w-]{8,}\.(?:[\w-]*\.){0,3}[\w-]{4,}/g],
  // Amazon
  ["A", /\b(?:A3T[A-Z0-9]|AKIA|ASIA|AROA|ABIA|ACCA|AIDA|AGPA|ANPA|AIPA)[A-Z0-9]{12,}\b/g],
  ["Q", /\b(?:FwoG|IQoJ|FQoG)[\w+/=-]{40,}/g],
  ["amzn.mws", /\bamzn\.mws\.[0-9a-f-]{36}/g],
  // Google, Azure
  ["AIza", /\bAIza[\w-]{30,}/g],
  ["Q~", /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,}/g],
  ["AZDO", /\b[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}\b/g],
  // hooks: whoever has the address may post
  ["hooks.slack", /(\bhooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/)[\w/-]+/g],
  ["discord", /(\bdiscord(?:app)?\.com\/api(?:\/v\d+)?\/webhooks\/\d+\/)[\w-]+/g],
  ["webhook", /(\b(?:webhook\.office\.com\/webhookb2|outlook\.office\.com\/webhook)\/)[\w@/-]+/g],
  ["zapier", /(\bhooks\.zapier\.com\/hooks\/catch\/)[\w/]+/g],
  ["ifttt", /(\bmaker\.ifttt\.com\/trigger\/\w+\/(?:json\/)?with\/key\/)[\w-]+/g],
  ["telegram", /(\bapi\.telegram\.org\/(?:file\/)?bot)\d+:[\w-]+/g],
  ["chat.googleapis", /(\bchat\.googleapis\.com\/v1\/spaces\/\w+\/messages\?)[^\s'"]+/g],
  // chat bots
  [".", /\b[MNO][\w-]{23,27}\.[\w-]{6,7}\.[\w-]{27,}/g],
  [":", /(?<![\w.])\d{8,10}:[A-Za-z][\w-]{33,}/g],
  // mail, telephony, payment
  ["SK", /\bSK[0-9a-f]{32}\b/g],
  ["key-", /\bkey-[0-9a-z]{32}\b/g],
  ["-", /\b[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}\b/g],
  ["-us", /\b[0-9a-f]{32}-us\d{1,2}\b/g],
  ["access_token$", /\baccess_token\$(?:production|sandbox)\$\w+\$\w+/g],
  ["EAA", /\bEAA[A-Za-z0-9]{30,}/g],
  ["AstraCS", /\bAstraCS:\w+:[0-9a-f]{40,}/g],
  // clusters and hosts
  ["sha256~", /\bsha256~[\w-]{40,}/g],
  ["atlasv1", /\b\w{14}\.atlasv1\.[\w-]{20,}/g],
  ["K10", /\bK10[0-9a-f]{48,}::\w+:[\w.-]+/g],
  ["token", /(--token[ =]|\btoken: )[a-z0-9]{6}\.[a-z0-9]{16}\b/g],
  ["v1.0-", /\bv1\.0-[0-9a-f]{24}-[0-9a-f]{40,}/g],
  ["", /\b[0-9a-f]{30,36}NRAL\b|\b(?:eu|us)\d\dxx[0-9a-f]{24,}(?:NRAL)?\b/g],
  ["pat", /\bpat\w{14}\.[0-9a-f]{40,}/g],
  ["pat-", /\bpat-[a-z]{2}\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g],
  ["-", /\b(?:sdk|mob|api)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g],
  ["/", /\b[12]\/\d{10,}(?:\/\d{10,})?:[0-9a-f]{32}\b/g],
  ["A3-", /\bA3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,6}-){3,4}[A-Z0-9]{5}/g],
  // wallets
  ["", /\b[5KL][1-9A-HJ-NP-Za-km-z]{50,51}\b|\b[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{80,}/g],
  // what passwords are kept as: whoever has it can try, or pass it on
  ["{", /\{S?(?:SHA|MD5|CRYPT|SSHA)\d*(?:-CRYPT)?\}[\w+/=.$-]{16,}/gi],
  ["$2", /\$2[abxy]?\$\d\d\$[\w./]{20,}/g],
  ["$", /\$(?:argon2(?:id|i|d)|scrypt|s0|pbkdf2[\w-]*|krb5\w+|bcrypt-sha256)\$[\w./=$,+*@:-]{16,}/g],
  ["pbkdf2", /\bpbkdf2_sha(?:1|256|512)\$\d+\$[\w./=$+-]+/g],
  ["SCRAM", /\bSCRAM-SHA-\d+\$\d+:[\w+/=$:]+/g],
  ["*", /(?<![\w*])\*[0-9A-F]{40}\b/g],
  [":", /\b[0-9a-f]{32}:[0-9a-f]{32}\b/gi],
]);

/** Forms whose match has to look random to count. */
export const unsureForms = once((): readonly RegExp[] => [
  new RegExp(`(?<![A-Za-z0-9_-])(?:${anyOf(unsure)})[\\w.~+/=-]{16,}`, "g"),
  /\$(?:1|5|6|7|y|gy|apr1|sha1|md5|P|H)\$[\w./=$,+-]{24,}/g,
]);

/** Random by nature, and for everyone to see: digests, fingerprints, public keys, certificates. */
export const open: readonly RegExp[] = [
  /\b(?:sha(?:1|224|256|384|512)|blake2b|blake3|md5|h1)[-:=/][\w+/=-]+/gi,
  /\bAAAA[A-Z][\w+/]{8,}=*/g,
  /-----BEGIN (?![A-Z0-9 ]*PRIVATE)[A-Z0-9 ]+-----[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)/g,
  /\b(?:public[_-]?key|pub[_-]?key|peer|fingerprint|integrity|checksum|digest|etag|recipient)["']?\s*[:= ]\s*["']?[\w+/=-]+/gi,
  /\bage1[a-z0-9]{58}\b/g,
];
