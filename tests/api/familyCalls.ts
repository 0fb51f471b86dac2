/**
 * Calls of the contract's family (wire.md) by path, with the keys that its clients read of an answer: of an object, or of
 * each row of a page or list.
 */

export type Shape =
  | { of: 'page' | 'list' | 'tree' | 'object'; keys: readonly string[] }
  | { of: 'texts' }
  | { of: 'text' }
  | { of: 'any' };

/** What is asked of a fresh demo; ids of it by name in braces. */
export interface Read {
  path: string;
  body?: Record<string, unknown>;
  shape: Shape;
}

const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
const page = (keys: string): Shape => ({ of: 'page', keys: words(keys) });
const list = (keys: string): Shape => ({ of: 'list', keys: words(keys) });
const tree = (keys: string): Shape => ({ of: 'tree', keys: words(keys) });
const object = (keys: string): Shape => ({ of: 'object', keys: words(keys) });
const texts: Shape = { of: 'texts' };
const any: Shape = { of: 'any' };

/** What every grid of theirs sends, most of it to be ignored. */
const GRID = {
  page: 1,
  pageSize: 9_999_999,
  total: 0,
  field: 'createTime',
  order: 'descending',
  descStr: 'descending',
};
const BASE = 'id createTime updateTime createUserId createUserName updateUserId updateUserName isDelete';

const grid = (path: string, keys: string, more: Record<string, unknown> = {}): Read => ({
  path,
  body: { ...GRID, ...more },
  shape: page(keys),
});
const get = (path: string, shape: Shape): Read => ({ path, shape });

const JOB = 'jobDetail jobTriggers';
const LOGGED =
  'controllerName displayTitle actionName httpMethod requestUrl logLevel eventId threadId traceId account realName remoteIp location longitude latitude browser os status elapsed logDateTime';
const NOTICE = 'id title content type status publicUserName publicOrgName publicTime cancelTime createTime';

export const READS: readonly Read[] = [
  get(
    'sysConfig/sysInfo',
    object(
      'sysLogo sysTitle sysViceTitle sysViceDesc sysWatermark sysCopyright sysIcp sysIcpUrl sysSecondVer sysCaptcha',
    ),
  ),
  get('sysAuth/captcha', object('id img expirySeconds')),
  get(
    'sysAuth/userInfo',
    object(
      'id account realName phone idCardNum email accountType avatar introduction address signature orgId orgName orgType posName roleIds buttons watermarkText',
    ),
  ),
  get('sysConst/list', list('name code data')),
  get('sysDictType/allDictList', any),
  get('sysMenu/loginMenuTree', tree('id pid type name path component meta children')),
  get('sysMenu/ownBtnPermList', texts),
  get(
    'sysMenu/list?Title=&Type=&All=false&AppId={app}',
    tree(
      `pid type name path component redirect permission title icon isIframe outLink isHide isKeepAlive isAffix orderNo status remark ${BASE}`,
    ),
  ),
  grid('sysApp/page', `name logo title viceTitle viceDesc watermark copyright icp orderNo remark ${BASE}`, {
    keyword: '',
  }),
  get('sysApp/grantMenu?Id={app}', texts),
  get('sysNotice/unReadList', list('id title content type publicUserName publicTime createTime readStatus')),
  get('sysUserMenu/userMenuList/{user}', list('id name path meta')),
  get('sysUserMenu/userMenuIdList/{user}', texts),
  get('sysCommon/smKeyPair', object('privateKey publicKey')),
  { path: 'sysSchedule/page', body: { startTime: '', endTime: '', scheduleTime: '' }, shape: any },
  grid(
    'sysUser/page',
    `account nickName realName avatar phone accountType roleName orgId orgName posId posName status orderNo domainAccount cardType birthday sex ${BASE}`,
    { orgId: -1, account: '', realName: '', posName: '', phone: '' },
  ),
  get('sysUser/ownRoleList/{user}', texts),
  get('sysUser/ownExtOrgList/{user}', list('id userId orgId posId jobNum posLevel joinDate')),
  get(
    'sysUser/baseInfo',
    object(`account realName nickName phone email birthday sex address remark ${BASE}`),
  ),
  get(
    'sysOrg/list?Id=0',
    tree(`pid name code level type directorId orderNo status remark disabled children ${BASE}`),
  ),
  get('sysPos/list?Name=&Code=', list(`name code orderNo status remark ${BASE}`)),
  get('sysRole/list', list('id name code')),
  grid('sysRole/page', `name code dataScope orderNo status remark ${BASE}`, { name: '', code: '' }),
  get('sysRole/ownMenuList?Id={role}', texts),
  get('sysRole/ownOrgList?Id={role}', texts),
  grid('sysNotice/page', NOTICE, { title: '' }),
  get(
    'sysNotice/pageReceived?Title=&Page=1&PageSize=10000',
    page('id noticeId readStatus readTime sysNotice'),
  ),
  grid('sysOnlineUser/page', 'id connectionId userId userName realName ip browser os time'),
  grid(
    'sysWechatUser/page',
    `openId unionId platformType nickName avatar mobile sex city province country ${BASE}`,
    { nickName: '' },
  ),
  grid(
    'sysLdap/page',
    `host port baseDn bindDn authFilter version bindAttrAccount bindAttrEmployeeId bindAttrCode status ${BASE}`,
    { searchKey: '' },
  ),
  get('sysLdap/list', list('id host')),
  grid(
    'sysTenant/page',
    `userId orgId name adminAccount phone email host tenantType dbType connection configId slaveConnections orderNo status remark ${BASE}`,
    { name: '' },
  ),
  get('sysTenant/ownMenuList?UserId={user}', texts),
  { path: 'sysTenant/userList', body: { tenantId: '{tenant}' }, shape: list('id account realName') },
  grid('sysConfig/page', `name code value sysFlag groupCode orderNo remark ${BASE}`, { name: '', code: '' }),
  get('sysConfig/groupList', texts),
  get('sysConfig/detail?Id={config}', object('id name code value')),
  grid('sysDictType/page', `name code orderNo status remark ${BASE}`, { name: '' }),
  get('sysDictType/list', list('id name code')),
  get('sysDictType/detail?Id={dictType}', object('id name code')),
  get('sysDictType/dataList?Code=statusEnum', list('id code value')),
  grid(
    'sysDictData/page',
    `dictTypeId value code name tagType styleSetting classSetting orderNo remark extData status ${BASE}`,
    { dictTypeId: '{dictType}' },
  ),
  get('sysDictData/dataList/org_type', list('code value')),
  get('sysDictData/list?DictTypeId={dictType}', list('id code value')),
  get('sysDictData/dataList?Code=org_type&Status=1', list('code value')),
  get('sysDictData/detail?Id={dictData}', object('id code value')),
  grid('sysJob/pageJobDetail', JOB, { jobId: '' }),
  { path: 'sysJob/listJobGroup', body: {}, shape: texts },
  get('sysJob/jobTriggerList?JobId={job}', list('id triggerId jobId triggerType args status')),
  get('sysJob/jobClusterList', list('clusterId description status updatedTime')),
  grid(
    'sysJob/pageJobTriggerRecord',
    'jobId triggerId numberOfRuns lastRunTime nextRunTime status result elapsedTime createdTime',
    { jobId: '{job}' },
  ),
  get(
    'sysServer/serverBase',
    object(
      'hostName systemOs osArchitecture processorCount sysRunTime remoteIp localIp frameworkDescription environment wwwroot stage',
    ),
  ),
  get('sysServer/serverUsed', object('freeRam usedRam totalRam ramRate cpuRate startTime runTime')),
  get(
    'sysServer/serverDisk',
    list('diskName typeName totalFree totalSize used availableFreeSpace availablePercent'),
  ),
  get('sysServer/assemblyList', list('name version')),
  get('sysCache/keyList', texts),
  get('sysRegion/list?Id=0', list('id pid name code level')),
  grid(
    'sysRegion/page',
    'id pid name shortName mergerName code zipCode cityCode level pinYin lng lat orderNo remark',
    { pid: 0, name: '', code: '', id: -1 },
  ),
  grid(
    'sysFile/page',
    `fileName suffix sizeKb sizeInfo url filePath bucketName provider fileMd5 fileType isPublic relationName relationId belongId ${BASE}`,
    { fileName: '' },
  ),
  get('sysFile/relationFiles?RelationName=x&RelationId=0', any),
  grid(
    'sysPrint/page',
    `name template printType clientServiceAddress printParam printDataDemo orderNo status remark ${BASE}`,
    { name: '' },
  ),
  grid('sysPlugin/page', `name csharpCode assemblyName orderNo status remark ${BASE}`, { name: '' }),
  grid(
    'sysOpenAccess/page',
    `accessKey accessSecret bindTenantId bindTenantName bindUserId bindUserAccount ${BASE}`,
    { accessKey: '' },
  ),
  { path: 'sysOpenAccess/secret', body: {}, shape: { of: 'text' } },
  grid(
    'sysWechatPay/page',
    'outTradeNumber transactionId description total tradeState attachment tags createTime successTime businessId qrcodeContent',
    { searchKey: '' },
  ),
  grid(
    'sysLogVis/page',
    'displayTitle actionName account realName remoteIp location longitude latitude browser os status elapsed logDateTime',
    { startTime: '', endTime: '', actionName: '', account: '', status: '', remoteIp: '' },
  ),
  get('sysLogVis/list', list('location longitude latitude realName logDateTime')),
  grid('sysLogOp/page', LOGGED, { controllerName: '' }),
  grid('sysLogEx/page', `${LOGGED} exception`, { controllerName: '' }),
  grid(
    'sysLogDiff/page',
    'diffType sql parameters elapsed message beforeData afterData businessData createTime',
    {},
  ),
  get('sysDatabase/list', texts),
  get('sysDatabase/tableList/main', list('name description')),
  get(
    'sysDatabase/columnList/sys_user/main',
    list(
      'tableName dbColumnName dataType isPrimarykey isIdentity isNullable length decimalDigits defaultValue columnDescription',
    ),
  ),
  get('sysDatabase/dbTypeList/main', texts),
  get('sysDatabase/visualDbTable', object('visualTableList visualColumnList columnRelationList')),
  grid(
    'sysCodeGen/page',
    'id configId dbType dbName connectionString tableName busName nameSpace authorName generateType generateMenu menuIcon menuPid pagePath printType printName tablePrefix',
    { busName: '', tableName: '' },
  ),
  get('sysCodeGen/databaseList', list('configId dbType connectionString')),
  get('sysCodeGen/tableList/main', list('configId tableName entityName tableComment createTime updateTime')),
  get(
    'sysCodeGen/columnListByTableName/sys_user/main',
    list(
      'columnName propertyName columnLength dataType isPrimarykey isNullable netType columnComment columnKey',
    ),
  ),
  get('sysCodeGen/applicationNamespaces', texts),
  get('sysCodeGenConfig/list?CodeGenId=0', any),
  get('sysEnum/enumTypeList', list('typeDescribe typeName typeRemark enumEntities')),
  get('sysEnum/enumDataList?EnumName=StatusEnum', any),
  get('sysCommon/apiList', list('groupName displayName routeName')),
];

const posts = (resource: string, verbs: string): string[] =>
  words(verbs).map((verb) => `POST ${resource}/${verb}`);

/** All that is written, or asked for by an id: each has a route, and the tests of its area. */
export const OTHERS: readonly string[] = [
  ...posts('sysAuth', 'login loginPhone logout unLockScreen'),
  'GET sysAuth/refreshToken',
  ...posts('sysSms', 'sendSms/{phone}'),
  ...posts('swagger', 'checkUrl submitUrl'),
  ...posts('sysNotice', 'setRead add update delete public'),
  ...posts('sysUserMenu', 'add delete deleteByUserId/{user}'),
  ...posts('sysSchedule', 'add update delete setStatus'),
  'GET sysSchedule/detail/{id}',
  ...posts('sysUser', 'add update delete setStatus resetPwd unlockLogin grantRole baseInfo changePwd'),
  ...posts('sysRole', 'add update delete grantMenu grantDataScope setStatus'),
  ...posts('sysOrg', 'add update delete'),
  ...posts('sysPos', 'add update delete'),
  ...posts('sysOnlineUser', 'forceOffline'),
  ...posts('sysWechatUser', 'add update delete'),
  ...posts('sysLdap', 'add update delete syncUser syncDept'),
  'GET sysLdap/detail',
  ...posts('sysTenant', 'add update delete setStatus createDb grantMenu resetPwd'),
  ...posts('sysApp', 'add update delete grantMenu changeApp'),
  'GET sysApp/changeApp',
  ...posts('sysMenu', 'add update delete'),
  ...posts('sysConfig', 'list saveSysInfo add update delete batchDelete batchUpdate'),
  ...posts('sysDictType', 'add update delete setStatus'),
  ...posts('sysDictData', 'add update delete setStatus'),
  ...posts(
    'sysJob',
    `addJobDetail updateJobDetail deleteJobDetail runJob startJob pauseJob cancelJob startAllJob pauseAllJob cancelSleep
     persistAll addJobTrigger updateJobTrigger deleteJobTrigger startTrigger pauseTrigger`,
  ),
  'GET sysCache/value/{key}',
  'GET sysCache/keysByPrefixKey/{prefix}',
  ...posts('sysCache', 'delete/{key} clear deleteByPreKey/{prefix}'),
  ...posts('sysRegion', 'add update delete sync'),
  ...posts(
    'sysFile',
    'uploadFile uploadFiles uploadFileFromBase64 uploadAvatar uploadSignature update delete downloadFile downloadFileBase64',
  ),
  'GET sysFile/preview/{id}',
  'GET sysFile/file',
  'GET sysPrint/print/{name}',
  ...posts('sysPrint', 'add update delete'),
  ...posts('sysPlugin', 'add update delete compileAssembly removeAssembly/{name}'),
  ...posts('sysOpenAccess', 'add update delete generateSignature'),
  ...posts('sysWechatPay', 'payTransactionNative listRefund refundDomestic'),
  'GET sysWechatPay/payInfo/{id}',
  'GET sysWechatPay/payInfoFromWechat/{id}',
  ...posts('sysLogVis', 'clear'),
  ...posts('sysLogOp', 'export clear'),
  'GET sysLogOp/detail/{id}',
  ...posts('sysLogEx', 'export clear'),
  'GET sysLogEx/detail/{id}',
  ...posts('sysLogDiff', 'clear'),
  'GET sysLogDiff/detail/{id}',
  ...posts(
    'sysDatabase',
    'addTable updateTable deleteTable addColumn updateColumn deleteColumn createEntity createSeedData backupDatabase',
  ),
  ...posts('sysCodeGen', 'add update delete runLocal preview'),
  ...posts('sysCodeGenConfig', 'update'),
];
