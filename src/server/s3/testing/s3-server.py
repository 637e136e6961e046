"""A whole S3 server on loopback: OpenStack Swift with its S3 API, which checks every signature.

python3 s3-server.py FOLDER prints its port and serves until its standard input ends. The only user is
`test:tester` with the key `testing`.
"""
import os
import sys
from array import array

import eventlet
from eventlet import wsgi

eventlet.monkey_patch(thread=False)

from swift.common import storage_policy, utils  # noqa: E402
from swift.common.ring import RingData  # noqa: E402

utils.HASH_PATH_SUFFIX = b'suffix'
utils.HASH_PATH_PREFIX = b'prefix'
utils.validate_configuration = lambda: None

from swift.account.server import AccountController  # noqa: E402
from swift.common import wsgi as swift_wsgi  # noqa: E402
from swift.container.server import ContainerController  # noqa: E402
from swift.obj.server import ObjectController  # noqa: E402

swift_wsgi.validate_configuration = lambda: None
folder = sys.argv[1]
devices = os.path.join(folder, 'devices')
os.makedirs(os.path.join(devices, 'disk'))


def listen():
    return eventlet.listen(('127.0.0.1', 0))


def serve(socket, app):
    eventlet.spawn(wsgi.server, socket, app, open(os.devnull, 'w'), debug=False)


class Log:
    """Swift's loggers have more methods than Python's; none of them is needed here."""

    thread_locals = ()

    def __getattr__(self, name):
        return lambda *args, **kwargs: None


class Cache(dict):
    """What memcached would remember, in memory."""

    def __bool__(self):
        return True

    def get(self, key, raise_on_error=False):
        return super().get(key)

    def set(self, key, value, **options):
        self[key] = value

    def delete(self, key, **options):
        self.pop(key, None)

    def incr(self, key, delta=1, **options):
        self[key] = int(super().get(key) or 0) + delta
        return self[key]


settings = {'devices': devices, 'mount_check': 'false', 'swift_dir': folder, 'disable_fallocate': 'true'}
storage_policy._POLICIES = storage_policy.StoragePolicyCollection(
    [storage_policy.StoragePolicy(0, 'one', is_default=True)]
)
for name, controller in (
    ('account', AccountController),
    ('container', ContainerController),
    ('object', ObjectController),
):
    socket = listen()
    device = {
        'id': 0, 'region': 1, 'zone': 1, 'device': 'disk', 'weight': 1,
        'ip': '127.0.0.1', 'port': socket.getsockname()[1],
        'replication_ip': '127.0.0.1', 'replication_port': socket.getsockname()[1],
    }
    RingData([array('H', [0, 0])], [device], 31).save(os.path.join(folder, name + '.ring.gz'))
    serve(socket, controller(settings, logger=Log()))

config = os.path.join(folder, 'proxy.conf')
with open(config, 'w') as file:
    file.write(f"""
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors gatekeeper s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
""")
proxy = listen()
app = swift_wsgi.loadapp(config, global_conf={'log_name': 'proxy'})
cache = Cache()


def with_cache(environ, start_response):
    environ['swift.cache'] = cache
    return app(environ, start_response)


serve(proxy, with_cache)
print(proxy.getsockname()[1], flush=True)
eventlet.tpool.execute(sys.stdin.buffer.read)
