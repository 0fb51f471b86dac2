import { newPhone } from '../support/phones.ts';
import { by, code, everyNode, type Row, type View } from './familyViews.ts';

/** The views of the platform, the logs and the tools, as the calls that a client of the family makes (system.md). */

const tenants: View = async ({ get, post, grid }) => {
  await grid('sysTenant/page', { name: '', phone: '' });
  const form = {
    id: 0,
    tenantType: '0',
    name: code(),
    adminAccount: code(),
    phone: newPhone(),
    email: '',
    orderNo: '100',
    dbType: 4,
    connection: '',
    slaveConnections: '',
    remark: '',
  };
  await post('sysTenant/add', form);
  const row = by(await grid('sysTenant/page', { name: form.name }), 'name', form.name);
  const menus = everyNode(await get('sysMenu/list'));
  await get('sysTenant/ownMenuList?UserId=0');
  await get(`sysTenant/ownMenuList?UserId=${String(row.userId)}`);
  // The tree offers all there is.
  await post('sysTenant/grantMenu', { ...row, menuIdList: menus.map(({ id }) => id) });
  await post('sysTenant/update', { ...row, version: undefined, remark: 'x' });
  await post('sysTenant/resetPwd', { userId: row.userId });
  for (const status of [2, 1]) await post('sysTenant/setStatus', { ...row, status });
  await post('sysTenant/delete', { id: row.id });
};

const menus: View = async ({ get, post }) => {
  await get('sysMenu/list?Title=&Type=');
  const tree = await get('sysMenu/list');
  const form = {
    id: 0,
    pid: tree[0]!.id,
    type: '2',
    title: code(),
    name: code(),
    path: `/${code()}`,
    component: '',
    icon: 'ele-Menu',
    redirect: '',
    outLink: '',
    orderNo: '100',
    isHide: 'false',
    isKeepAlive: true,
    isAffix: false,
    isIframe: false,
    status: 1,
    remark: '',
  };
  await post('sysMenu/add', form);
  const row = by(everyNode(await get('sysMenu/list')), 'title', form.title);
  await post('sysMenu/update', { ...row, remark: 'x' });
  await post('sysMenu/delete', { id: row.id });
};

const settings: View = async ({ get, post, grid }) => {
  const groups = await get<string[]>('sysConfig/groupList');
  await grid('sysConfig/page', {
    name: '',
    code: '',
    groupCode: groups[0],
    field: 'orderNo',
    order: 'ascending',
  });
  const form = {
    id: 0,
    name: code(),
    code: code(),
    value: 'True',
    sysFlag: '2',
    groupCode: '',
    orderNo: '100',
  };
  await post('sysConfig/add', form);
  const row = by(await grid('sysConfig/page', { code: form.code }), 'code', form.code);
  await get(`sysConfig/detail?Id=${row.id}`);
  await post('sysConfig/update', { ...row, value: 'False' });
  await post('sysConfig/batchUpdate', [{ code: form.code, value: true }]);
  await post('sysConfig/list', {});
  await post('sysConfig/batchDelete', [row.id]);
  const info = await get<Row>('sysConfig/sysInfo');
  await post('sysConfig/saveSysInfo', { ...info, sysLogoBase64: '', sysLogoFileName: '' });
};

const dictionaries: View = async ({ get, post, grid }) => {
  await grid('sysDictType/page', { name: '', code: '' });
  await grid('sysDictData/page', { dictTypeId: 0, value: '', code: '' });
  const form = { id: 0, name: code(), code: code(), orderNo: 100, status: 1 };
  await post('sysDictType/add', form);
  const type = by(await grid('sysDictType/page', { code: form.code }), 'code', form.code);
  await post('sysDictType/update', { ...type, remark: 'x' });
  await post('sysDictType/setStatus', { ...type, version: undefined, status: 1 });
  const item = {
    id: 0,
    dictTypeId: type.id,
    value: '1',
    code: code(),
    name: 'One',
    tagType: 'success',
    status: '1',
  };
  await post('sysDictData/add', { ...item, orderNo: '100', extData: '', styleSetting: '', classSetting: '' });
  const row = by(await grid('sysDictData/page', { dictTypeId: type.id }), 'code', item.code);
  await post('sysDictData/update', { ...row, value: '2' });
  const answers = [
    await get(`sysDictData/dataList/${form.code}`),
    await get(`sysDictData/list?DictTypeId=${type.id}`),
    await get(`sysDictData/dataList?Code=${form.code}`),
    await get(`sysDictType/dataList?Code=${form.code}`),
    [await get<Row>(`sysDictData/detail?Id=${row.id}`), row],
  ];
  const names = new Set(answers.flat().map(({ name }) => name));
  if ([...names].join() !== item.name) throw new Error(`the item is called ${[...names].join(' and ')}`);
  await post('sysDictData/setStatus', { id: row.id, status: 2 });
  await post('sysDictData/delete', { id: row.id });
  await post('sysDictType/delete', { id: type.id });
};

const jobs: View = async ({ get, post, grid }) => {
  await grid('sysJob/pageJobDetail', { jobId: '', groupName: '', description: '' });
  await post('sysJob/listJobGroup', {});
  await get('sysJob/jobClusterList');
  await grid('sysJob/pageJobTriggerRecord', {});
  await grid('sysJob/pageJobTriggerRecord', { jobId: '', triggerId: '' });
  const jobId = code();
  const request = { RequestUri: 'https://8.8.8.8/ping', HttpMethod: { Method: 'GET' }, Body: '' };
  const properties = JSON.stringify({ HttpJob: JSON.stringify(request) });
  const form = {
    jobId,
    groupName: 'default',
    createType: 2,
    concurrent: true,
    includeAnnotation: false,
    properties,
  };
  await post('sysJob/addJobDetail', { ...form, id: 0, description: '', scriptCode: '' });
  const job = (await grid('sysJob/pageJobDetail', { jobId }))[0]!.jobDetail as Row;
  await post('sysJob/updateJobDetail', { ...job, description: 'x' });
  const timing = {
    triggerType: 'Furion.Schedule.PeriodTrigger',
    args: '60000',
    retryTimeout: '1000',
    numRetries: '0',
  };
  const begins = { startNow: true, runOnStart: true, resetOnlyOnce: true, startTime: '', endTime: '' };
  await post('sysJob/addJobTrigger', { id: 0, jobId, triggerId: 't1', ...timing, ...begins });
  const [trigger] = await get(`sysJob/jobTriggerList?JobId=${jobId}`);
  await post('sysJob/updateJobTrigger', { ...trigger, description: 'x' });
  for (const verb of ['pauseTrigger', 'startTrigger']) await post(`sysJob/${verb}`, trigger);
  for (const verb of ['pauseJob', 'startJob', 'runJob', 'cancelJob']) await post(`sysJob/${verb}`, job);
  for (const verb of ['pauseAllJob', 'startAllJob', 'cancelSleep', 'persistAll'])
    await post(`sysJob/${verb}`, {});
  await post('sysJob/deleteJobTrigger', trigger);
  await post('sysJob/deleteJobDetail', job);
};

const machine: View = async ({ get, post, grid }) => {
  for (const verb of ['serverBase', 'serverUsed', 'serverDisk', 'assemblyList'])
    await get(`sysServer/${verb}`);
  const keys = await get<string[]>('sysCache/keyList');
  if (keys[0]) await get(`sysCache/value/${encodeURIComponent(keys[0])}`);
  await get('sysRegion/list?Id=0');
  await grid('sysRegion/page', { pid: 0, name: '', code: '', id: -1 });
  const region = { id: 0, pid: '0', name: code(), code: '990011', cityCode: '', orderNo: '100', remark: '' };
  await post('sysRegion/add', region);
  const row = by(await grid('sysRegion/page', { code: region.code }), 'code', region.code);
  await post('sysRegion/update', { ...row, remark: 'x' });
  await post('sysRegion/delete', { id: row.id });
};

const files: View = async ({ get, post, grid }) => {
  await grid('sysFile/page', { fileName: '', startTime: '', endTime: '' });
  const fileDataBase64 = Buffer.from('hello').toString('base64');
  const row = await post<Row>('sysFile/uploadFileFromBase64', {
    fileName: 'a.txt',
    fileDataBase64,
    isPublic: 'false',
  });
  await post('sysFile/update', { id: row.id, fileName: 'b', fileType: '', isPublic: 'true' });
  await get(`sysFile/relationFiles?RelationName=x&RelationId=0`);
  await post('sysFile/delete', { id: row.id });
  await grid('sysPrint/page', { name: '' });
  const print = {
    id: 0,
    name: code(),
    template: '{}',
    printType: '1',
    orderNo: '100',
    status: '1',
    printParam: '',
  };
  await post('sysPrint/add', print);
  const stored = by(await grid('sysPrint/page', { name: print.name }), 'name', print.name);
  await get(`sysPrint/print/${print.name}`);
  await post('sysPrint/update', { ...stored, remark: 'x' });
  await post('sysPrint/delete', { id: stored.id });
  await grid('sysPlugin/page', { name: '' });
  await grid('sysWechatPay/page', { searchKey: '', createTimeRange: ['2026/01/01', '2026/01/02'] });
};

const identities: View = async ({ get, post, grid }) => {
  await grid('sysOpenAccess/page', { accessKey: '' });
  const owners = await grid('sysTenant/page', { pageSize: 10_000 });
  await post('sysTenant/userList', { tenantId: 0 });
  const accessSecret = await post<string>('sysOpenAccess/secret', {});
  const { id: self } = await get<Row>('sysAuth/userInfo');
  const { tenantId } = await get<Row>('sysUser/baseInfo');
  const owner = by(owners, 'id', tenantId);
  const bound = by(await post<Row[]>('sysTenant/userList', { tenantId: owner.id }), 'id', self);
  const form = { id: 0, accessKey: code(), accessSecret, bindTenantId: owner.id, bindUserId: bound.id };
  await post('sysOpenAccess/add', form);
  const row = by(
    await grid('sysOpenAccess/page', { accessKey: form.accessKey }),
    'accessKey',
    form.accessKey,
  );
  const call = {
    method: 1,
    url: '/api/sysUser/page',
    timestamp: Math.floor(Date.now() / 1_000),
    nonce: code(),
  };
  const signs = [
    await post<string>('sysOpenAccess/generateSignature', { ...form, ...call }),
    await post<string>('sysOpenAccess/generateSignature', {
      ...form,
      ...call,
      method: 'Post',
      timestamp: String(call.timestamp),
    }),
    // As the dialog of a row has it: the secret masked.
    await post<string>('sysOpenAccess/generateSignature', { ...row, ...call }),
  ];
  if (new Set(signs).size !== 1) throw new Error(`three signatures of one call: ${signs.join(' ')}`);
  await post('sysOpenAccess/update', { ...row });
  await post('sysOpenAccess/delete', { id: row.id });
};

const logs: View = async ({ get, grid }) => {
  const range = { startTime: '2026-01-01 00:00:00', endTime: '2036-01-01 00:00:00' };
  const filters = { ...range, account: '', actionName: '', elapsed: undefined, remoteIp: '', status: '' };
  await grid('sysLogVis/page', filters);
  await get('sysLogVis/list');
  const operations = await grid('sysLogOp/page', { ...filters, controllerName: '' });
  if (operations[0]) await get(`sysLogOp/detail/${operations[0].id}`);
  await grid('sysLogEx/page', { ...filters, controllerName: '' });
  const changes = await grid('sysLogDiff/page', range);
  if (changes[0]) await get(`sysLogDiff/detail/${changes[0].id}`);
};

const tools: View = async ({ get, post, grid }) => {
  const [config] = await get<string[]>('sysDatabase/list');
  const tables = await get(`sysDatabase/tableList/${config!}`);
  await get(`sysDatabase/columnList/${String(tables[0]!.name)}/${config!}`);
  await get(`sysDatabase/dbTypeList/${config!}`);
  await get('sysDatabase/visualDbTable');
  await grid('sysCodeGen/page', { busName: '', tableName: '' });
  await get('sysCodeGen/databaseList');
  await get(`sysCodeGen/tableList/${config!}`);
  await get('sysCodeGen/applicationNamespaces');
  await get(`sysCodeGen/columnListByTableName/sys_pos/${config!}`);
  await get('sysCodeGenConfig/list?CodeGenId=0');
  const form = {
    id: 0,
    configId: config,
    tableName: 'sys_schedule',
    busName: code(),
    nameSpace: 'contract',
    authorName: 'me',
    generateType: 200,
    generateMenu: true,
    menuIcon: 'ele-Menu',
    menuPid: 0,
    pagePath: 'main',
    printType: 'off',
  };
  await post('sysCodeGen/add', form);
  const row = by(await grid('sysCodeGen/page', { busName: form.busName }), 'busName', form.busName);
  if (row.generateMenu !== true) throw new Error('the flag came back as something else');
  await post('sysCodeGen/update', { ...row, generateMenu: 'false' });
  const columns = await get(`sysCodeGenConfig/list?CodeGenId=${row.id}`);
  await post('sysCodeGenConfig/update', columns);
  await post('sysCodeGen/preview', row);
  await post('sysCodeGen/runLocal', row);
  await post('sysCodeGen/delete', [{ id: row.id }]);
  const enums = await get('sysEnum/enumTypeList');
  await get(`sysEnum/enumDataList?EnumName=${String(enums[0]!.typeName)}`);
  await get('sysCommon/apiList');
  await get('sysCommon/smKeyPair');
};

export const PLATFORM_VIEWS: Readonly<Record<string, View>> = {
  sysTenant: tenants,
  sysMenu: menus,
  sysConfig: settings,
  sysDict: dictionaries,
  sysJob: jobs,
  sysServer: machine,
  sysFile: files,
  sysOpenAccess: identities,
  logs,
  tools,
};
